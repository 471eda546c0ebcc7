package tessera.ui.change;

import java.time.Duration;
import java.util.List;
import javafx.scene.control.CheckBox;
import javafx.scene.control.TextField;
import org.jspecify.annotations.Nullable;
import tessera.model.ObjectRef;
import tessera.model.WordListJoiner;
import tessera.plan.intent.ChangeIntent;
import tessera.plan.intent.CompositeIntent;
import tessera.plan.intent.WorkloadChangeIntent;
import tessera.ui.kit.InputControlFactory;

/** Form for the removal of pods: deletion, or eviction as disruption budgets allow; one pod or several. */
final class PodDeleteOrEvictForm extends ChangeIntentForm {

    private static final long LONGEST_GRACE = 86_400;
    private static final long LONGEST_PATIENCE = 1_440;

    private static final int FEW = 3;

    private final List<ObjectRef> pods;
    private final boolean evict;
    private final TextField gracePeriod = InputControlFactory.narrowTextField("pod-grace", "the pod's own", 240);
    private final CheckBox force = InputControlFactory.checkBox("pod-force",
            "Take it out of the cluster at once, whether it has ended or not");
    private final TextField timeout = InputControlFactory.narrowTextField("pod-patience", "", 120);

    /** @param evict whether its budgets are asked */
    PodDeleteOrEvictForm(ObjectRef pod, boolean evict) {
        this(List.of(pod), evict);
    }

    /** Returns a form that evicts pods in one plan. */
    static PodDeleteOrEvictForm forEviction(List<ObjectRef> pods) {
        return new PodDeleteOrEvictForm(pods, true);
    }

    /** Returns a form that deletes pods in one plan. */
    static PodDeleteOrEvictForm forDeletion(List<ObjectRef> pods) {
        return new PodDeleteOrEvictForm(pods, false);
    }

    private PodDeleteOrEvictForm(List<ObjectRef> pods, boolean evict) {
        super((evict ? "Evict " : "Delete ") + (pods.size() > 1 ? "%d pods".formatted(pods.size()) : "a pod"),
                WordListJoiner.firstWords(pods.stream().map(ObjectRef::qualifiedName).toList(), FEW));
        this.pods = pods;
        this.evict = evict;
        timeout.setText(Long.toString(WorkloadChangeIntent.USUAL_PATIENCE.toMinutes()));
        gracePeriod.disableProperty().bind(force.selectedProperty());
        var grid = new FormFieldGrid().addQuestion("Grace period, seconds", gracePeriod,
                "How long each may take to end once it is asked to.");
        if (!evict) {
            grid.addQuestion("By force", force,
                    "Its processes may run on and use their GPUs while the cluster gives them to others. Only for a node that is gone for good.");
        }
        setContent(grid.addQuestion("Keep waiting, minutes", timeout,
                evict ? "For a disruption budget that does not allow it yet, and until the pod is gone."
                        : "Until the pod is gone.")
                .node());
        evaluateWith(() -> setResult(problemText(), this::readIntent), gracePeriod.textProperty(),
                force.selectedProperty(), timeout.textProperty());
    }

    private String problemText() {
        if (!force.isSelected() && !gracePeriod.getText().isBlank()
                && WholeNumberTextFieldReader.read(gracePeriod, LONGEST_GRACE).isEmpty()) {
            return "The time to end is a number of seconds, or nothing";
        }
        if (WholeNumberTextFieldReader.read(timeout, LONGEST_PATIENCE).isEmpty()) {
            return "Keep waiting for a number of minutes, at most a day";
        }
        return "";
    }

    private ChangeIntent readIntent() {
        var wishes = pods.stream().map(this::intentFor).toList();
        if (wishes.size() == 1) {
            return wishes.getFirst();
        }
        return new CompositeIntent(wishes);
    }

    private ChangeIntent intentFor(ObjectRef pod) {
        var time = Duration.ofMinutes(WholeNumberTextFieldReader.read(timeout, LONGEST_PATIENCE).orElseThrow());
        if (evict) {
            return new WorkloadChangeIntent.EvictPodIntent(pod, gracePeriod(), time);
        }
        return new WorkloadChangeIntent.DeletePodIntent(pod, force.isSelected() ? null : gracePeriod(),
                force.isSelected(),
                time);
    }

    private @Nullable Duration gracePeriod() {
        var seconds = WholeNumberTextFieldReader.read(gracePeriod, LONGEST_GRACE);
        return seconds.isPresent() ? Duration.ofSeconds(seconds.getAsLong()) : null;
    }

    @Override
    protected void focus() {
        gracePeriod.requestFocus();
    }
}
