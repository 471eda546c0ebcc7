package tessera.ui.inspect;

import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ToggleButton;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import tessera.text.MessageCatalog;
import tessera.ui.kit.FontIcon;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.TextLabelFactory;

/** Head of the inspector: the object and the width control. FX thread. */
final class InspectorHead {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(InspectorHead.class);
    private static final PseudoClass WIDE = PseudoClass.getPseudoClass("wide");

    private final HBox title = new HBox(8);
    private final HBox node = new HBox(8);
    private final HBox toolbar = new HBox();

    /**
     * A head that names nothing yet.
     *
     * @param whole what becomes wide
     * @param close called when the inspector is no longer wanted
     */
    InspectorHead(Region whole, Runnable close) {
        title.setAlignment(Pos.CENTER_LEFT);
        HBox.setHgrow(title, Priority.ALWAYS);
        var wide = LayoutBoxFactory.withStyle(new ToggleButton("", FontIcon.WIDEN.node()), "flat", "button-icon");
        wide.setId("inspector-wide");
        wide.setAccessibleText(MESSAGES.text("head.widen"));
        wide.selectedProperty().addListener((selected, before, now) -> whole.pseudoClassStateChanged(WIDE, now));
        var closing = LayoutBoxFactory.withStyle(new Button("", FontIcon.CLOSE.node()), "flat", "button-icon");
        closing.setId("inspector-close");
        closing.setAccessibleText(MESSAGES.text("head.close"));
        closing.setOnAction(event -> close.run());
        node.getChildren().setAll(title, toolbar, wide, closing);
        toolbar.setAlignment(Pos.CENTER_LEFT);
        node.setAlignment(Pos.CENTER_LEFT);
        node.getStyleClass().add("inspector-head");
    }

    HBox node() {
        return node;
    }

    /** Adds a control beside the title. */
    void addTool(Node tool) {
        toolbar.getChildren().add(tool);
    }

    void show(InspectorState state) {
        var name = TextLabelFactory.shrinkableName(state.target().name(), "inspector-title");
        var words = new VBox(name, TextLabelFactory.shrinkable(state.subtitle(), "small", "muted"));
        words.setAlignment(Pos.CENTER_LEFT);
        words.setMinWidth(0);
        toolbar.setDisable(!state.present());
        title.getChildren().setAll(state.sign().node(), words, new Region());
    }

    void clear() {
        title.getChildren().clear();
    }
}
