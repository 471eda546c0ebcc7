package tessera.ui.quota;

import java.util.List;
import java.util.Optional;
import javafx.scene.control.TextField;
import tessera.ui.change.FormGrid;
import tessera.ui.kit.Texts;

/** Where an object of a form is and what it is called: asked for a new one, told for one that there is. */
final class ObjectFields {

    private final Optional<String> known;
    private final TextField namespace;
    private final TextField name;

    private ObjectFields(Optional<String> known, String id, String where, String called) {
        this.known = known;
        namespace = new TextField(where);
        namespace.setId(id + "-namespace");
        name = new TextField(called);
        name.setId(id + "-name");
    }

    /**
     * Of a new object.
     *
     * @param id    begins the ids of the fields
     * @param where the namespace; may be empty
     */
    static ObjectFields fresh(String id, String where, String called) {
        return new ObjectFields(Optional.empty(), id, where, called);
    }

    /** Of an object that there is. */
    static ObjectFields of(String id, String where, String called) {
        return new ObjectFields(Optional.of(where + "/" + called), id, where, called);
    }

    /**
     * Asks for them, or tells them.
     *
     * @param kind of the object
     * @param told what is explained of one that there is; may be empty
     */
    FormGrid ask(FormGrid grid, String kind, String told) {
        return known.map(object -> grid.ask(kind, Texts.label(object, "mono"), told))
                .orElseGet(() -> grid.ask("Namespace", namespace, "One that is there already.")
                        .ask("Name", name, "Of the " + kind + "."));
    }

    void onChange(Runnable look) {
        List.of(namespace, name).forEach(field -> field.textProperty().addListener((text, was, now) -> look.run()));
    }

    /**
     * What is missing; empty if nothing is.
     *
     * @param kind as it is called within a sentence
     */
    String complaint(String kind) {
        return namespace().isEmpty() ? "Say which namespace"
                : name().isEmpty() ? "Say what the " + kind + " is called" : "";
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
