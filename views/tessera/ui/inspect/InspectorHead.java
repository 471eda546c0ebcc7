package tessera.ui.inspect;

import java.util.function.Consumer;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Labeled;
import javafx.scene.control.ToggleButton;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import tessera.model.ObjectRef;
import tessera.text.MessageCatalog;
import tessera.ui.kit.FontIcon;
import tessera.ui.kit.InputControlFactory;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.TextLabelFactory;

/** Head of the inspector: the object and the width control. FX thread. */
final class InspectorHead {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(InspectorHead.class);
    private static final PseudoClass WIDE = PseudoClass.getPseudoClass("wide");

    private final HBox title = new HBox(8);
    private final HBox node = new HBox(8);
    private final HBox toolbar = new HBox();
    private final Consumer<ObjectRef> open;

    /**
     * A head that names nothing yet.
     *
     * @param whole what becomes wide
     * @param open  called with the node of a device
     * @param close called when the inspector is no longer wanted
     */
    InspectorHead(Region whole, Consumer<ObjectRef> open, Runnable close) {
        this.open = open;
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
        var name = TextLabelFactory.shrinkableName(state.subject().title(), "inspector-title");
        var words = new VBox(name, subtitleNode(state));
        words.setAlignment(Pos.CENTER_LEFT);
        words.setMinWidth(0);
        toolbar.setDisable(!state.present());
        title.getChildren().setAll(state.sign().node(), words, new Region());
    }

    /** Returns the subtitle; that of a device leads to its node. */
    private Labeled subtitleNode(InspectorState state) {
        if (state.subject().device().isEmpty()) {
            return TextLabelFactory.shrinkable(state.subtitle(), "small", "muted");
        }
        var link = InputControlFactory.link(state.subtitle(), () -> open.accept(state.target()), "small",
                "subtitle-link");
        link.setMinWidth(0);
        return link;
    }

    void clear() {
        title.getChildren().clear();
    }
}
