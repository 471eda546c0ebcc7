package tessera.ui.inspect;

import java.util.function.Consumer;
import javafx.beans.binding.Bindings;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.CheckMenuItem;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.plan.intent.EditObject;
import tessera.plan.intent.Intent;
import tessera.ui.Clusters.Access;
import tessera.ui.Desk;
import tessera.ui.Lookup;
import tessera.ui.kit.Icons;
import tessera.ui.kit.Texts;

/** The inspector's page with an object as YAML, read when it is turned to; edited, it becomes a change. FX thread. */
final class YamlPage {

    private final Desk desk;
    private final YamlPane yaml = new YamlPane("inspector-yaml");
    private final BorderPane page = new BorderPane();
    private final CheckMenuItem managed = new CheckMenuItem("Managed fields");
    private final MenuButton view = new MenuButton("View", null, managed);
    private final Lookup<String> lookup;
    private Consumer<Intent> begin = wanted -> {};
    private ObjectRef target = ObjectRef.node("");

    /**
     * An empty page.
     *
     * @param again   reads once more
     * @param problem prints why there is nothing to show
     */
    YamlPage(Desk desk, Runnable again, Problems problem) {
        this.desk = desk;
        Consumer<Problem> failed = why -> {
            var box = new VBox();
            problem.show(box, why);
            page.setTop(null);
            page.setCenter(box);
        };
        lookup = new Lookup<>(this::show, failed);
        var anew = new MenuItem("Read again");
        anew.setOnAction(event -> again.run());
        managed.setId("inspector-yaml-managed");
        managed.setOnAction(event -> again.run());
        view.setId("inspector-yaml-view");
        view.getItems().add(anew);
    }

    /** Prints problems. */
    interface Problems {
        void show(VBox page, Problem problem);
    }

    BorderPane node() {
        return page;
    }

    /** Has what is edited become a change. */
    void edits(Consumer<Intent> change) {
        begin = change;
    }

    /** Looks at nothing; what is being read is not waited for. */
    void clear() {
        lookup.cancel();
        yaml.show("");
    }

    /** Takes away what stands there, too. */
    void leave() {
        clear();
        page.setTop(null);
        page.setCenter(null);
    }

    void read(ObjectRef object) {
        if (yaml.edited() && object.equals(target)) {
            return;
        }
        target = object;
        page.setCenter(Sections.section("", Texts.label("Reading…", "muted")));
        boolean all = managed.isSelected();
        lookup.ask(() -> desk.reached().yaml(object, all));
    }

    private void show(String text) {
        yaml.show(text);
        var copy = new Button("Copy", Icons.COPY.node());
        copy.setId("inspector-yaml-copy");
        copy.setOnAction(event -> Texts.copy(text));
        tools(copy, folding(), view, editing(text));
        page.setCenter(yaml.node());
    }

    private void tools(Node... parts) {
        var tools = new HBox(8, parts);
        tools.setAlignment(Pos.CENTER_LEFT);
        tools.getStyleClass().add("table-tools");
        page.setTop(tools);
    }

    private Button folding() {
        var fold = new Button();
        fold.setId("inspector-yaml-fold");
        fold.textProperty().bind(Bindings.when(yaml.foldedProperty()).then("Unfold all").otherwise("Fold all"));
        fold.setOnAction(event -> yaml.fold(!yaml.foldedProperty().get()));
        return fold;
    }

    private Button editing(String text) {
        var edit = new Button("Edit");
        edit.setId("inspector-yaml-edit");
        edit.setOnAction(event -> edit(text));
        if (desk.clusters().get().access() != Access.CHANGES_ALLOWED) {
            edit.setDisable(true);
            edit.setText("Edit (read-only)");
        }
        return edit;
    }

    private void edit(String text) {
        var object = target;
        yaml.edit(true);
        var preview = new Button("Preview change…");
        preview.setId("inspector-yaml-preview");
        preview.getStyleClass().add("accent");
        var force = new CheckBox("Over others’ changes");
        force.setId("inspector-yaml-force");
        force.setTooltip(new Tooltip("Overwrites what others change meanwhile in the same places"));
        preview.setOnAction(event -> begin.accept(new EditObject(object, text, yaml.text(), force.isSelected())));
        var discard = new Button("Discard");
        discard.setId("inspector-yaml-discard");
        discard.setOnAction(event -> show(text));
        tools(preview, discard, force);
    }
}
