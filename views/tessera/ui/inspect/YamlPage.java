package tessera.ui.inspect;

import java.util.Optional;
import java.util.function.Consumer;
import javafx.beans.binding.Bindings;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckMenuItem;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
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
import tessera.ui.yaml.YamlPane;

/** The inspector's page with an object as YAML, read when it is turned to; edited, it becomes a change. FX thread. */
final class YamlPage {

    private final Desk desk;
    private final YamlPane yaml = new YamlPane("inspector-yaml");
    private final BorderPane page = new BorderPane();
    private final CheckMenuItem managed = new CheckMenuItem("Managed fields");
    private final MenuButton view = new MenuButton("View", null, managed);
    private final Drafts drafts = new Drafts();
    private final Lookup<String> lookup;
    private Optional<Editing> editing = Optional.empty();
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

    /**
     * An edit that has begun.
     *
     * @param original the object as it was read
     * @param previewed what of it became a change last; empty for nothing yet
     */
    private record Editing(Drafts.Place place, String original, String previewed) {}

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

    /** Looks at nothing; what is being read is not waited for, and what was edited is kept for whoever comes back. */
    void clear() {
        var text = yaml.text();
        editing.filter(begun -> !text.equals(begun.original()) && !text.equals(begun.previewed()))
                .ifPresent(begun -> drafts.keep(begun.place(), new Drafts.Draft(begun.original(), text)));
        lookup.cancel();
        unedited("");
    }

    private void unedited(String text) {
        editing = Optional.empty();
        yaml.show(text);
    }

    private Drafts.Place place(ObjectRef object) {
        return new Drafts.Place(desk.clusters().get().open(), object);
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
        var draft = drafts.take(place(object));
        if (draft.isPresent()) {
            show(draft.get().original());
            edit(draft.get().original());
            yaml.put(draft.get().text());
            return;
        }
        page.setCenter(Sections.section("", Texts.label("Reading…", "muted")));
        boolean all = managed.isSelected();
        lookup.ask(() -> desk.reached().yaml(object, all));
    }

    private void show(String text) {
        unedited(text);
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
        var begun = new Editing(place(target), text, "");
        editing = Optional.of(begun);
        yaml.edit(true);
        var preview = new Button("Preview change…");
        preview.setId("inspector-yaml-preview");
        preview.getStyleClass().add("accent");
        var force = new CheckMenuItem("Overwrite what others change meanwhile in the same places");
        force.setId("inspector-yaml-force");
        // Two clicks away, as it stands where what begins an edit stood.
        var options = new MenuButton("Options", null, force);
        options.setId("inspector-yaml-options");
        preview.setOnAction(event -> {
            editing = Optional.of(new Editing(begun.place(), text, yaml.text()));
            begin.accept(new EditObject(begun.place().object(), text, yaml.text(), force.isSelected()));
        });
        var discard = new Button("Discard");
        discard.setId("inspector-yaml-discard");
        discard.setOnAction(event -> show(text));
        tools(preview, discard, options);
    }
}
