package tessera.ui.quota;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javafx.beans.Observable;
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
import tessera.model.ObjectNameValidator;
import tessera.plan.intent.NamespacePolicyIntent.ObjectExistenceRequirement;
import tessera.text.MessageCatalog;
import tessera.text.Reason;
import tessera.ui.change.FormFieldGrid;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;

/** Fields for an object's namespace and name: editable for a new one, fixed for an existing one. */
final class NamespaceAndNameInputFields {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(NamespaceAndNameInputFields.class);

    private final Optional<String> existingName;
    private final TextField namespace;
    private final TextField name;
    private final Hyperlink instead = new Hyperlink(MESSAGES.text("object.editInstead"));
    private final StackPane statusPane = new StackPane();
    private final ExistingObjectsAndNamespaces existingObjects;

    /** Access to the edit forms of existing objects. */
    interface ExistingObjectEditFinder {

        /** Returns the action that edits an object; empty where no such object is known. */
        Optional<Runnable> findEdit(String namespace, String name);
    }

    /**
     * Existing objects and namespaces when a new object is created.
     *
     * @param namespaces their names, as far as they are known by now; any thread may ask
     */
    record ExistingObjectsAndNamespaces(ExistingObjectEditFinder editor, Supplier<List<String>> namespaces) {

        private static final ExistingObjectsAndNamespaces NOTHING = new ExistingObjectsAndNamespaces(
                (where, called) -> Optional.empty(), List::of);

        /** Returns whether it is known that no namespace has this name. */
        private boolean lacksNamespace(String name) {
            var all = namespaces.get();
            return !all.isEmpty() && !all.contains(name);
        }

        /** Returns the namespaces whose names contain the letters; none where these are the name of one already. */
        private List<String> matchingNamespaces(String letters) {
            var all = namespaces.get();
            if (all.contains(letters)) {
                return List.of();
            }
            return all.stream().filter(name -> name.contains(letters)).toList();
        }
    }

    private NamespaceAndNameInputFields(Optional<String> existingName, String id, String where, String called,
            ExistingObjectsAndNamespaces existingObjects) {
        this.existingName = existingName;
        this.existingObjects = existingObjects;
        namespace = new TextField(where);
        namespace.setId(id + "-namespace");
        name = new TextField(called);
        name.setId(id + "-name");
        instead.setId(id + "-instead");
        instead.setMinWidth(Region.USE_PREF_SIZE);
        instead.setVisible(false);
        HBox.setHgrow(name, Priority.ALWAYS);
        namespace.setAccessibleText(MESSAGES.text("object.namespace"));
        name.setAccessibleText(MESSAGES.text("object.name"));
        statusPane.setAlignment(Pos.TOP_LEFT);
        namespace.focusedProperty().addListener((focused, was, now) -> showNamespaceHint());
        showNamespaceHint();
    }

    /**
     * Creates the fields of a new object.
     *
     * @param id    begins the ids of the fields
     * @param where the namespace; may be empty
     * @param existingObjects of which those that have its name are offered to be changed instead
     */
    static NamespaceAndNameInputFields forNew(String id, String where, String called,
            ExistingObjectsAndNamespaces existingObjects) {
        var fields = new NamespaceAndNameInputFields(Optional.empty(), id, where, called, existingObjects);
        offerNamespaces(fields.namespace, existingObjects);
        return fields;
    }

    /** Offers the namespaces that match what is typed; Tab and Enter take the marked one. */
    private static void offerNamespaces(TextField field, ExistingObjectsAndNamespaces existingObjects) {
        var offering = TextFields.bindAutoCompletion(field,
                typed -> existingObjects.matchingNamespaces(typed.getUserText().strip()));
        offering.setDelay(0);
        var popup = offering.getAutoCompletionPopup();
        field.textProperty().addListener((text, was, now) -> popup.hide());
        popup.showingProperty().addListener((showing, was, now) -> {
            if (now && !field.isFocused()) {
                popup.hide();
            }
        });
    }

    /** Creates the fields of an existing object. */
    static NamespaceAndNameInputFields of(String id, String where, String called) {
        return new NamespaceAndNameInputFields(Optional.of(where + "/" + called), id, where, called,
                ExistingObjectsAndNamespaces.NOTHING);
    }

    /**
     * Adds the fields to a form, or their fixed values.
     *
     * @param kind of the object
     * @param told what is explained of one that there is; may be empty
     */
    FormFieldGrid addTo(FormFieldGrid grid, String kind, String told) {
        return existingName.map(object -> grid.addQuestion(kind, TextLabelFactory.label(object, "mono"), told))
                .orElseGet(() -> grid
                        .addQuestion(MESSAGES.text("object.namespace"), new VBox(6, namespace, statusPane), "")
                        .addQuestion(MESSAGES.text("object.name"), nameNode(), MESSAGES.text("object.nameOf", kind)));
    }

    /** Reserves the room for the link to an existing object, so that nothing moves when it shows. */
    private Node nameNode() {
        return LayoutBoxFactory.row(8, name, instead);
    }

    /**
     * Tells whether the namespace exists, unless a matching name may still be being typed. Somebody may make it
     * meanwhile: nobody is kept from going on.
     */
    private void showNamespaceHint() {
        boolean typing = namespace.isFocused() && !existingObjects.matchingNamespaces(namespace()).isEmpty();
        statusPane.getChildren()
                .setAll(!namespace().isEmpty() && !typing && existingObjects.lacksNamespace(namespace())
                        ? TextLabelFactory.withSign(StatusGlyph.WARNING,
                                MESSAGES.text("object.noNamespace", namespace()), "small")
                        : TextLabelFactory.wrapped(MESSAGES.text("object.existing"), "small", "muted"));
    }

    Observable[] answers() {
        return new Observable[] {namespace.textProperty(), name.textProperty()};
    }

    /** Returns whether an object of this name must exist: it must not where it is to be created. */
    ObjectExistenceRequirement existence() {
        return isFresh() ? ObjectExistenceRequirement.NEW : ObjectExistenceRequirement.THERE;
    }

    /**
     * Returns the missing field, or the owner of a name that is already taken; empty if nothing is wrong.
     *
     * @param kind as it is called within a sentence
     */
    String problemText(String kind) {
        showNamespaceHint();
        var other = isFresh() ? existingObjects.editor().findEdit(namespace(), name()) : Optional.<Runnable>empty();
        instead.setVisible(other.isPresent());
        var edit = other.orElse(null);
        if (edit != null) {
            instead.setOnAction(event -> edit.run());
        }
        if (other.isPresent()) {
            return MESSAGES.text("object.taken", kind, name(), namespace());
        }
        var nowhere = namespace().isEmpty() ? Optional.of(MESSAGES.text("object.whichNamespace"))
                : ObjectNameValidator.namespaceProblem(namespace()).map(Reason::text);
        if (nowhere.isPresent()) {
            return nowhere.get();
        }
        if (name().isEmpty()) {
            return MESSAGES.text("object.whichName", kind);
        }
        return ObjectNameValidator.nameProblem(name()).map(Reason::text).orElse("");
    }

    /** Returns the message for a form in which no amount was entered or changed. */
    String noAmountText() {
        return isFresh() ? MESSAGES.text("object.noAmount") : MESSAGES.text("form.unchanged");
    }

    String namespace() {
        return namespace.getText().strip();
    }

    String name() {
        return name.getText().strip();
    }

    boolean isFresh() {
        return existingName.isEmpty();
    }

    /** Returns the object being changed as text; a new one by its kind. */
    String subjectText(String kind) {
        return existingName.orElse(kind);
    }

    /** Focuses the first field to fill in here; runs the alternative where there is none. */
    void focusFirstOr(Runnable elsewhere) {
        if (isFresh()) {
            (namespace().isEmpty() ? namespace : name).requestFocus();
        } else {
            elsewhere.run();
        }
    }
}
