package tessera.ui.change;

import java.util.Optional;
import java.util.function.Supplier;
import javafx.beans.Observable;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.layout.Region;
import tessera.plan.PlanPreview;
import tessera.plan.intent.ChangeIntent;

/** The questions to answer before one kind of change can be planned, and their result: an intent or a problem. FX thread. */
public abstract class ChangeIntentForm {

    private final String title;
    private final String subject;
    private final ReadOnlyObjectWrapper<Optional<ChangeIntent>> intent = new ReadOnlyObjectWrapper<>(Optional.empty());
    private final ReadOnlyStringWrapper validationMessage = new ReadOnlyStringWrapper("");
    private Node content = new Region();
    private boolean roomy;

    /**
     * A form without questions yet.
     *
     * @param title   the name of the change, e.g. “Taint nodes”
     * @param subject the subject of the change, e.g. “h100-01, h100-02”; may be empty
     */
    protected ChangeIntentForm(String title, String subject) {
        this.title = title;
        this.subject = subject;
    }

    protected final void setContent(Node questions) {
        content = questions;
    }

    /** Sets a content that takes all available room, as texts and drawings do. */
    protected final void setRoomyContent(Node questions) {
        content = questions;
        roomy = true;
    }

    /** Evaluates the answers now, and again whenever one of them changes. */
    protected final void evaluateWith(Runnable evaluation, Observable... answers) {
        for (var answer : answers) {
            answer.addListener(_ -> evaluation.run());
        }
        evaluation.run();
    }

    /** Sets the problem, or the intent where there is none. */
    protected final void setResult(String problem, Supplier<? extends ChangeIntent> wanted) {
        Optional<ChangeIntent> answered = problem.isEmpty() ? Optional.of(wanted.get()) : Optional.empty();
        validationMessage.set(problem);
        intent.set(answered);
    }

    /** Sets the problem that makes the answers unusable. */
    protected final void setProblem(String problem) {
        validationMessage.set(problem);
        intent.set(Optional.empty());
    }

    final String title() {
        return title;
    }

    String subjectText() {
        return subject;
    }

    final Node node() {
        return content;
    }

    final boolean fillsSheet() {
        return roomy;
    }

    /** Returns the intent of the answers so far; empty while they are invalid. */
    ObservableValue<Optional<ChangeIntent>> intent() {
        return intent.getReadOnlyProperty();
    }

    /** Returns the problem with the answers; empty when there is none. */
    ObservableValue<String> problemProperty() {
        return validationMessage.getReadOnlyProperty();
    }

    /** Goes to the field that a server refuses in a preview, as far as that is known. */
    protected void goTo(PlanPreview preview) {}

    /** Focuses the first answer. */
    protected abstract void focus();
}
