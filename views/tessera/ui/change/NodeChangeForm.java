package tessera.ui.change;

import java.util.Optional;
import javafx.beans.Observable;
import javafx.beans.binding.Bindings;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import tessera.model.Problem;
import tessera.plan.intent.ChangeIntent;
import tessera.plan.intent.NodeChangeIntent;
import tessera.plan.intent.TargetNodeSelection;

/** Form for a change of nodes. */
abstract class NodeChangeForm implements ChangeIntentForm {

    private final String title;
    private final TargetNodesField targets;
    private final ObservableValue<Optional<ChangeIntent>> intent;
    private final ObservableValue<String> validationMessage;

    /** @param answers what the other answers depend on */
    NodeChangeForm(String title, TargetNodesField targets, Observable... answers) {
        this.title = title;
        this.targets = targets;
        var all = new Observable[answers.length + 1];
        System.arraycopy(answers, 0, all, 0, answers.length);
        all[answers.length] = targets.targets();
        validationMessage = Bindings.createStringBinding(this::currentProblem, all);
        intent = Bindings.createObjectBinding(() -> currentProblem().isEmpty()
                ? targets.targets().getValue().map(this::intentFor)
                : Optional.empty(), all);
    }

    /** Returns the problem with the answers other than the target nodes; empty when there is none. */
    abstract String answerProblem();

    /** Returns the intent, given valid answers. */
    abstract NodeChangeIntent intentFor(TargetNodeSelection nodes);

    /** Returns the first answer after the one about the nodes. */
    abstract Node firstAnswer();

    TargetNodesField targets() {
        return targets;
    }

    private String currentProblem() {
        var where = targets.problemText();
        return where.isEmpty() ? answerProblem() : where;
    }

    static String headlineText(Optional<Problem> problem) {
        return problem.map(Problem::headline).orElse("");
    }

    @Override
    public final String title() {
        return title;
    }

    @Override
    public final String subjectText() {
        return targets.targetsText();
    }

    @Override
    public abstract Node node();

    @Override
    public final void focus() {
        if (!targets.focusSelector()) {
            firstAnswer().requestFocus();
        }
    }

    @Override
    public final ObservableValue<Optional<ChangeIntent>> intent() {
        return intent;
    }

    @Override
    public final ObservableValue<String> problemProperty() {
        return validationMessage;
    }
}
