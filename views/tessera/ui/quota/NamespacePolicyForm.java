package tessera.ui.quota;

import java.util.stream.Stream;
import javafx.beans.Observable;
import tessera.plan.intent.ChangeIntent;
import tessera.ui.change.ChangeIntentForm;
import tessera.ui.change.FormFieldGrid;

/** Form for an object that bounds or protects the pods of a namespace: an existing one, or a new one. */
abstract class NamespacePolicyForm extends ChangeIntentForm {

    private final NamespaceAndNameInputFields nameFields;
    private final String kind;

    /** @param kind as it is called within a sentence */
    NamespacePolicyForm(String title, NamespaceAndNameInputFields nameFields, String kind, String newSubject) {
        super(title, nameFields.subjectText(newSubject));
        this.nameFields = nameFields;
        this.kind = kind;
    }

    /**
     * Sets the questions, which begin with the object, and evaluates the answers from now on.
     *
     * @param answers that are not evaluated otherwise
     */
    final void begin(FormFieldGrid questions, Observable... answers) {
        setContent(questions.node());
        evaluateWith(this::evaluate,
                Stream.concat(Stream.of(nameFields.answers()), Stream.of(answers)).toArray(Observable[]::new));
    }

    final void evaluate() {
        var wrong = nameFields.problemText(kind);
        setResult(wrong.isEmpty() ? answerProblem() : wrong, this::readIntent);
    }

    /** Returns the problem with the answers other than namespace and name; empty if there is none. */
    abstract String answerProblem();

    /** Returns the intent of valid answers. */
    abstract ChangeIntent readIntent();

    /** Focuses the first answer after namespace and name. */
    abstract void focusFirst();

    final NamespaceAndNameInputFields object() {
        return nameFields;
    }

    @Override
    protected final void focus() {
        nameFields.focusFirstOr(this::focusFirst);
    }
}
