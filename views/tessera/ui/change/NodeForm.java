package tessera.ui.change;

import java.util.Optional;
import javafx.beans.Observable;
import javafx.beans.binding.Bindings;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import tessera.model.Problem;
import tessera.plan.intent.ChangeIntent;
import tessera.plan.intent.NodeIntent;
import tessera.plan.intent.NodeTargets;

/** Questions about a change of nodes. */
abstract class NodeForm implements ChangeForm {

    private final String title;
    private final TargetsField targets;
    private final ObservableValue<Optional<ChangeIntent>> intent;
    private final ObservableValue<String> complaint;

    /** @param answers what the other answers depend on */
    NodeForm(String title, TargetsField targets, Observable... answers) {
        this.title = title;
        this.targets = targets;
        var all = new Observable[answers.length + 1];
        System.arraycopy(answers, 0, all, 0, answers.length);
        all[answers.length] = targets.targets();
        complaint = Bindings.createStringBinding(this::wrong, all);
        intent = Bindings.createObjectBinding(() -> wrong().isEmpty()
                ? targets.targets().getValue().map(this::wanted)
                : Optional.empty(), all);
    }

    /** What is wrong with the answers, those about the nodes apart; empty when nothing is. */
    abstract String mistake();

    /** What is wanted, given answers that are right. */
    abstract NodeIntent wanted(NodeTargets nodes);

    /** The first answer after the one about the nodes. */
    abstract Node first();

    TargetsField targets() {
        return targets;
    }

    private String wrong() {
        var where = targets.complaint();
        return where.isEmpty() ? mistake() : where;
    }

    static String words(Optional<Problem> problem) {
        return problem.map(Problem::headline).orElse("");
    }

    @Override
    public final String title() {
        return title;
    }

    @Override
    public final String subject() {
        return targets.words();
    }

    @Override
    public abstract Node node();

    @Override
    public final void focus() {
        if (!targets.focus()) {
            first().requestFocus();
        }
    }

    @Override
    public final ObservableValue<Optional<ChangeIntent>> intent() {
        return intent;
    }

    @Override
    public final ObservableValue<String> complaint() {
        return complaint;
    }
}
