package tessera.ui.change;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javafx.beans.Observable;
import javafx.beans.binding.Bindings;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.control.CheckBox;
import javafx.scene.control.TextField;
import org.jspecify.annotations.Nullable;
import tessera.model.ListText;
import tessera.model.ObjectRef;
import tessera.plan.intent.ChangeIntent;
import tessera.plan.intent.CompositeIntent;
import tessera.plan.intent.WorkloadIntent;

/** How a pod is to go: deleted, or asked to go as its budgets allow; or some that are asked together. */
final class PodForm implements ChangeForm {

    private static final long LONGEST_GRACE = 86_400;
    private static final long LONGEST_PATIENCE = 1_440;

    private static final int FEW = 3;

    private final List<ObjectRef> pods;
    private final boolean evict;
    private final TextField grace = new TextField();
    private final CheckBox force = new CheckBox("Take it out of the cluster at once, whether it has ended or not");
    private final TextField patience = new TextField(
            Long.toString(WorkloadIntent.USUAL_PATIENCE.toMinutes()));
    private final Node node;
    private final ObservableValue<Optional<ChangeIntent>> intent;
    private final ObservableValue<String> complaint;

    /** @param evict whether its budgets are asked */
    PodForm(ObjectRef pod, boolean evict) {
        this(List.of(pod), evict);
    }

    /** Some pods that are asked to go, by one plan. */
    static PodForm evicting(List<ObjectRef> pods) {
        return new PodForm(pods, true);
    }

    /** Some pods that are deleted, by one plan. */
    static PodForm deleting(List<ObjectRef> pods) {
        return new PodForm(pods, false);
    }

    private PodForm(List<ObjectRef> pods, boolean evict) {
        this.pods = pods;
        this.evict = evict;
        grace.setId("pod-grace");
        grace.setPromptText("the pod's own");
        grace.setMaxWidth(240);
        grace.disableProperty().bind(force.selectedProperty());
        force.setId("pod-force");
        patience.setId("pod-patience");
        patience.setMaxWidth(120);
        var grid = new FormGrid().ask("Grace period, seconds", grace,
                "How long each may take to end once it is asked to.");
        if (!evict) {
            grid.ask("By force", force,
                    "Its processes may run on and use their GPUs while the cluster gives them to others. Only for a node that is gone for good.");
        }
        node = grid.ask("Keep waiting, minutes", patience,
                evict ? "For a disruption budget that does not allow it yet, and until the pod is gone."
                        : "Until the pod is gone.")
                .node();
        Observable[] answers = {grace.textProperty(), force.selectedProperty(), patience.textProperty()};
        complaint = Bindings.createStringBinding(this::wrong, answers);
        intent = Bindings.createObjectBinding(() -> wrong().isEmpty() ? Optional.of(wanted()) : Optional.empty(),
                answers);
    }

    private String wrong() {
        if (!force.isSelected() && !grace.getText().isBlank() && WholeNumber.read(grace, LONGEST_GRACE).isEmpty()) {
            return "The time to end is a number of seconds, or nothing";
        }
        return WholeNumber.read(patience, LONGEST_PATIENCE).isEmpty()
                ? "Keep waiting for a number of minutes, at most a day"
                : "";
    }

    private ChangeIntent wanted() {
        var wishes = pods.stream().map(this::wanted).toList();
        return wishes.size() == 1 ? wishes.getFirst() : new CompositeIntent(wishes);
    }

    private ChangeIntent wanted(ObjectRef pod) {
        var time = Duration.ofMinutes(WholeNumber.read(patience, LONGEST_PATIENCE).orElseThrow());
        return evict ? new WorkloadIntent.EvictPod(pod, seconds(), time)
                : new WorkloadIntent.DeletePod(pod, force.isSelected() ? null : seconds(), force.isSelected(), time);
    }

    private @Nullable Duration seconds() {
        var seconds = WholeNumber.read(grace, LONGEST_GRACE);
        return seconds.isPresent() ? Duration.ofSeconds(seconds.getAsLong()) : null;
    }

    @Override
    public String title() {
        return (evict ? "Evict " : "Delete ") + (pods.size() > 1 ? "%d pods".formatted(pods.size()) : "a pod");
    }

    @Override
    public String subject() {
        return ListText.some(pods.stream().map(ObjectRef::place).toList(), FEW);
    }

    @Override
    public Node node() {
        return node;
    }

    @Override
    public ObservableValue<Optional<ChangeIntent>> intent() {
        return intent;
    }

    @Override
    public ObservableValue<String> complaint() {
        return complaint;
    }

    @Override
    public void focus() {
        grace.requestFocus();
    }
}
