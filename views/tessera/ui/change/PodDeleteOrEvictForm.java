package tessera.ui.change;

import java.time.Duration;
import java.util.List;
import javafx.scene.control.CheckBox;
import javafx.scene.control.TextField;
import org.jspecify.annotations.Nullable;
import tessera.model.ObjectRef;
import tessera.plan.intent.ChangeIntent;
import tessera.plan.intent.CompositeIntent;
import tessera.plan.intent.WorkloadChangeIntent;
import tessera.text.MessageCatalog;
import tessera.ui.kit.InputControlFactory;

/** Form for the removal of pods: deletion, or eviction as disruption budgets allow; one pod or several. */
final class PodDeleteOrEvictForm extends ChangeIntentForm {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PodDeleteOrEvictForm.class);
    private static final long LONGEST_GRACE = 86_400;
    private static final long LONGEST_PATIENCE = 1_440;

    private final List<ObjectRef> pods;
    private final boolean evict;
    private final TextField gracePeriod = InputControlFactory.narrowTextField("pod-grace",
            MESSAGES.text("pod.gracePeriodDefault"), 240);
    private final CheckBox force = InputControlFactory.checkBox("pod-force", MESSAGES.text("pod.force"));
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
        super(MESSAGES.text(evict ? "pod.evictTitle" : "pod.deleteTitle", pods.size()),
                MESSAGES.text("pod.names", pods.stream().map(ObjectRef::qualifiedName).toList()));
        this.pods = pods;
        this.evict = evict;
        timeout.setText(Long.toString(WorkloadChangeIntent.USUAL_PATIENCE.toMinutes()));
        gracePeriod.disableProperty().bind(force.selectedProperty());
        var grid = new FormFieldGrid().addQuestion(MESSAGES.text("drain.gracePeriod"), gracePeriod,
                MESSAGES.text("drain.gracePeriodWhy"));
        if (!evict) {
            grid.addQuestion(MESSAGES.text("pod.forceLabel"), force, MESSAGES.text("pod.forceWhy"));
        }
        setContent(grid.addQuestion(MESSAGES.text("drain.timeout"), timeout,
                evict ? MESSAGES.text("pod.evictTimeoutWhy") : MESSAGES.text("pod.deleteTimeoutWhy")).node());
        evaluateWith(() -> setResult(problemText(), this::readIntent), gracePeriod.textProperty(),
                force.selectedProperty(), timeout.textProperty());
    }

    private String problemText() {
        if (!force.isSelected() && !gracePeriod.getText().isBlank()
                && WholeNumberTextFieldReader.read(gracePeriod, LONGEST_GRACE).isEmpty()) {
            return MESSAGES.text("drain.gracePeriodInvalid");
        }
        if (WholeNumberTextFieldReader.read(timeout, LONGEST_PATIENCE).isEmpty()) {
            return MESSAGES.text("drain.timeoutInvalid");
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
                force.isSelected(), time);
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
