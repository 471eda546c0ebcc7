package tessera.ui.change;

import java.util.Optional;
import java.util.stream.Stream;
import javafx.beans.Observable;
import javafx.scene.Node;
import tessera.model.Problem;
import tessera.plan.intent.NodeChangeIntent;
import tessera.plan.intent.TargetNodeSelection;

/** Form for a change of nodes. */
abstract class NodeChangeForm extends ChangeIntentForm {

    private final TargetNodesField targets;

    NodeChangeForm(String title, TargetNodesField targets) {
        super(title, targets.targetsText());
        this.targets = targets;
    }

    /** Evaluates the target nodes and the other answers, now and whenever one of them changes. */
    final void evaluateNodesWith(Observable... answers) {
        evaluateWith(() -> {
            var where = targets.problemText();
            setResult(where.isEmpty() ? answerProblem() : where,
                    () -> intentFor(targets.targets().getValue().orElseThrow()));
        }, Stream.concat(Stream.of(targets.targets()), Stream.of(answers)).toArray(Observable[]::new));
    }

    /** Returns the problem with the answers other than the target nodes; empty when there is none. */
    abstract String answerProblem();

    /** Returns the intent, given valid answers. */
    abstract NodeChangeIntent intentFor(TargetNodeSelection nodes);

    /** Returns the first answer after the one about the nodes. */
    abstract Node firstAnswer();

    final TargetNodesField targets() {
        return targets;
    }

    static String headlineText(Optional<Problem> problem) {
        return problem.map(Problem::headline).orElse("");
    }

    @Override
    protected final void focus() {
        if (!targets.focusSelector()) {
            firstAnswer().requestFocus();
        }
    }
}
