package tessera.ui.quota;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.controlsfx.control.textfield.TextFields;
import tessera.model.ObjectName;
import tessera.ui.change.FormGrid;
import tessera.ui.kit.SelectableText;
import tessera.ui.kit.StatusGlyph;

/** Where an object of a form is and what it is called: asked for a new one, told for one that there is. */
final class ObjectFields {

    private final Optional<String> known;
    private final TextField namespace;
    private final TextField name;
    private final Hyperlink instead = new Hyperlink("Change that one instead…");
    private final StackPane standing = new StackPane();
    private final There there;

    /** Tells of objects that there are how one begins to change them. */
    interface FieldsTaken {

        /** Empty where no such object is known of. */
        Optional<Runnable> edit(String namespace, String name);
    }

    /**
     * What is there when something is to be made.
     *
     * @param namespaces their names, as far as they are known by now; any thread may ask
     */
    record There(FieldsTaken taken, Supplier<List<String>> namespaces) {

        private static final There NOTHING = new There((where, called) -> Optional.empty(), List::of);

        /** Whether it is known that no namespace has this name. */
        private boolean lacks(String name) {
            var all = namespaces.get();
            return !all.isEmpty() && !all.contains(name);
        }

        /** Those whose names have some letters in them; none where these are the name of one already. */
        private List<String> like(String letters) {
            var all = namespaces.get();
            return all.contains(letters) ? List.of() : all.stream().filter(name -> name.contains(letters)).toList();
        }
    }

    private ObjectFields(Optional<String> known, String id, String where, String called, There there) {
        this.known = known;
        this.there = there;
        namespace = new TextField(where);
        namespace.setId(id + "-namespace");
        name = new TextField(called);
        name.setId(id + "-name");
        instead.setId(id + "-instead");
        instead.setMinWidth(Region.USE_PREF_SIZE);
        instead.setVisible(false);
        HBox.setHgrow(name, Priority.ALWAYS);
        namespace.setAccessibleText("Namespace");
        name.setAccessibleText("Name");
        standing.setAlignment(Pos.TOP_LEFT);
        namespace.focusedProperty().addListener((focused, was, now) -> tell());
        tell();
    }

    /**
     * Of a new object.
     *
     * @param id    begins the ids of the fields
     * @param where the namespace; may be empty
     * @param there of which those that have its name are offered to be changed instead
     */
    static ObjectFields fresh(String id, String where, String called, There there) {
        var fields = new ObjectFields(Optional.empty(), id, where, called, there);
        offer(fields.namespace, there);
        return fields;
    }

    /** Tab and Enter take what is marked: nothing is offered that does not go with what stands there by now. */
    private static void offer(TextField field, There there) {
        var offering = TextFields.bindAutoCompletion(field, typed -> there.like(typed.getUserText().strip()));
        offering.setDelay(0);
        var popup = offering.getAutoCompletionPopup();
        field.textProperty().addListener((text, was, now) -> popup.hide());
        popup.showingProperty().addListener((showing, was, now) -> {
            if (now && !field.isFocused()) {
                popup.hide();
            }
        });
    }

    /** Of an object that there is. */
    static ObjectFields of(String id, String where, String called) {
        return new ObjectFields(Optional.of(where + "/" + called), id, where, called, There.NOTHING);
    }

    /**
     * Asks for them, or tells them.
     *
     * @param kind of the object
     * @param told what is explained of one that there is; may be empty
     */
    FormGrid ask(FormGrid grid, String kind, String told) {
        return known.map(object -> grid.ask(kind, SelectableText.label(object, "mono"), told))
                .orElseGet(() -> grid.ask("Namespace", new VBox(6, namespace, standing), "")
                        .ask("Name", named(), "Of the " + kind + "."));
    }

    /** The way to another has its room from the beginning, so that nothing moves when it shows. */
    private Node named() {
        var row = new HBox(8, name, instead);
        row.setAlignment(Pos.CENTER_LEFT);
        return row;
    }

    /**
     * Whether the namespace is there, while one of which the letters are a part is not still being typed. Somebody may make it
     * meanwhile: nobody is kept from going on.
     */
    private void tell() {
        boolean typing = namespace.isFocused() && !there.like(namespace()).isEmpty();
        standing.getChildren().setAll(!namespace().isEmpty() && !typing && there.lacks(namespace())
                ? SelectableText.told(StatusGlyph.WARNING,
                        "There is no namespace “%s”; “New team…” makes one with its quota"
                                .formatted(namespace()),
                        "small")
                : SelectableText.wrapped("One that is there already.", "small", "muted"));
    }

    void onChange(Runnable look) {
        List.of(namespace, name).forEach(field -> field.textProperty().addListener((text, was, now) -> look.run()));
    }

    /**
     * What is missing, or whose name it is already; empty if nothing is wrong.
     *
     * @param kind as it is called within a sentence
     */
    String complaint(String kind) {
        tell();
        var other = isFresh() ? there.taken().edit(namespace(), name()) : Optional.<Runnable>empty();
        instead.setVisible(other.isPresent());
        other.ifPresent(edit -> instead.setOnAction(event -> edit.run()));
        if (other.isPresent()) {
            return "There is a %s “%s” in %s already: change that one instead, or choose another name"
                    .formatted(kind, name(), namespace());
        }
        var nowhere = namespace().isEmpty() ? Optional.of("Say which namespace")
                : ObjectName.againstNamespace(namespace());
        return nowhere.isPresent() ? nowhere.get()
                : name().isEmpty() ? "Say what the " + kind + " is called" : ObjectName.against(name()).orElse("");
    }

    /** What is said where no amount was put in or changed. */
    String unanswered() {
        return isFresh() ? "Say how much of what" : "Nothing is changed yet";
    }

    String namespace() {
        return namespace.getText().strip();
    }

    String name() {
        return name.getText().strip();
    }

    boolean isFresh() {
        return known.isEmpty();
    }

    /** What is changed, in words; a new one by its kind. */
    String subject(String kind) {
        return known.orElse(kind);
    }

    /** Begins with what is to be filled here; where nothing is asked, elsewhere. */
    void focusOr(Runnable elsewhere) {
        if (isFresh()) {
            (namespace().isEmpty() ? namespace : name).requestFocus();
        } else {
            elsewhere.run();
        }
    }
}
