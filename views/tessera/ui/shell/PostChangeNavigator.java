package tessera.ui.shell;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.value.ObservableValue;
import tessera.gpu.PodOwnerFinder;
import tessera.model.ObjectRef;
import tessera.model.PodPhase;
import tessera.model.PodSummary;
import tessera.plan.PlanRunReceipt;
import tessera.plan.intent.EditObjectIntent;
import tessera.plan.intent.WorkloadLaunchIntent;
import tessera.plan.step.ExpectedClusterState;
import tessera.plan.step.PlanStep;
import tessera.text.MessageCatalog;
import tessera.ui.ClusterStateSource;
import tessera.ui.change.FinishedChangeHandler;
import tessera.ui.change.NodeChangeActions.OfferedChange;
import tessera.ui.inspect.InspectorPageName;

/** Navigation after a change: a finished edit is no draft any more, and a launch leads to its result. FX thread. */
final class PostChangeNavigator implements FinishedChangeHandler {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PostChangeNavigator.class);

    private final WindowRootPane rootPane;
    private final ClusterStateSource services;
    private final ObservableValue<Instant> second;

    /** @param second the time, in seconds */
    PostChangeNavigator(WindowRootPane rootPane, ClusterStateSource services, ObservableValue<Instant> second) {
        this.rootPane = rootPane;
        this.services = services;
        this.second = second;
    }

    @Override
    public void onEnded(PlanRunReceipt receipt) {
        if (receipt.intent() instanceof EditObjectIntent edit
                && receipt.ending() == PlanRunReceipt.PlanRunEnding.DONE) {
            rootPane.inspector().onEdited(edit);
        }
        rootPane.overlays().notifyChanged();
    }

    @Override
    public void show(ObjectRef object) {
        rootPane.inspect(object);
    }

    /** None where nothing was launched, or nobody waited until it ran. */
    @Override
    public ObservableValue<List<OfferedChange>> offers(PlanRunReceipt receipt) {
        if (!(receipt.intent() instanceof WorkloadLaunchIntent.LaunchWorkloadIntent)) {
            return new SimpleObjectProperty<>(List.of());
        }
        boolean done = receipt.ending() == PlanRunReceipt.PlanRunEnding.DONE;
        return receipt.steps().stream().map(state -> state.planned().step()).filter(PostChangeNavigator::awaitsRunning)
                .map(PlanStep::object).filter(launched -> done || wasCreated(receipt, launched)).findFirst()
                .map(launched -> offersFor(launched, done)).orElse(new SimpleObjectProperty<>(List.of()));
    }

    private static boolean wasCreated(PlanRunReceipt receipt, ObjectRef launched) {
        return receipt.stepsDone().stream().map(state -> state.planned().step())
                .anyMatch(step -> step instanceof PlanStep.CreateObjectStep && step.object().equals(launched));
    }

    /**
     * Returns the follow-up offers; a workload that has ended, even meanwhile, has no commands to run in it.
     *
     * @param done whether it was waited for until it ran; else it may do so by now
     */
    private ObservableValue<List<OfferedChange>> offersFor(ObjectRef launched, boolean done) {
        var log = new OfferedChange(MESSAGES.text("launched.log"), () -> openLog(launched), Optional.empty());
        var look = new OfferedChange(MESSAGES.text("launched.smi"), () -> openDriverReport(launched),
                findPod(launched).map(rootPane.dockActions().terminals()::execBlocker)
                        .orElse(services.clusters().get().readOnlyReason()));
        var why = new OfferedChange(MESSAGES.text("launched.why"), () -> explainWaiting(launched), Optional.empty());
        var running = List.of(log, look);
        var over = List.of(log);
        return second.map(time -> followUpOffers(launched, over, done, why, running));
    }

    private List<OfferedChange> followUpOffers(ObjectRef launched, List<OfferedChange> over, boolean done,
            OfferedChange why, List<OfferedChange> running) {
        if (hasEnded(launched)) {
            return over;
        }
        if (!done && !isRunning(launched)) {
            return List.of(why);
        }
        if (findPod(launched).filter(pod -> !rootPane.dockActions().terminals().supportsDriverReport(pod)).isEmpty()) {
            return running;
        }
        return over;
    }

    private boolean isRunning(ObjectRef launched) {
        return podsOf(launched).anyMatch(pod -> pod.phase() == PodPhase.RUNNING) && findWaitingPod(launched).isEmpty();
    }

    private Optional<PodSummary> findWaitingPod(ObjectRef launched) {
        return podsOf(launched).filter(pod -> pod.phase() == PodPhase.PENDING)
                .min(Comparator.comparing((PodSummary pod) -> !pod.node().isEmpty()));
    }

    /** Explains the waiting of a pod, or of a workload that has no pods yet. */
    private void explainWaiting(ObjectRef launched) {
        rootPane.overlays().changeSheet().close();
        rootPane.inspect(
                findWaitingPod(launched).map(pod -> ObjectRef.pod(pod.namespace(), pod.name())).orElse(launched));
        rootPane.showInspectorPage(InspectorPageName.WHY);
    }

    private boolean hasEnded(ObjectRef launched) {
        var pods = podsOf(launched).toList();
        return !pods.isEmpty() && pods.stream().allMatch(pod -> pod.phase().isTerminal());
    }

    private static boolean awaitsRunning(PlanStep step) {
        return step instanceof PlanStep.AwaitClusterStateStep awaitClusterState
                && awaitClusterState.expectation() instanceof ExpectedClusterState.PodStartExpectation;
    }

    private void openLog(ObjectRef launched) {
        rootPane.overlays().changeSheet().close();
        findPod(launched).ifPresentOrElse(pod -> {
            rootPane.inspect(pod);
            rootPane.showInspectorPage(InspectorPageName.LOGS);
        }, this::listPods);
    }

    private void openDriverReport(ObjectRef launched) {
        rootPane.overlays().changeSheet().close();
        findPod(launched).ifPresentOrElse(rootPane.dockActions().terminals()::openDriverReport, this::listPods);
    }

    private Optional<ObjectRef> findPod(ObjectRef launched) {
        if (launched.kind().equals("Pod")) {
            return Optional.of(launched);
        }
        return podsOf(launched)
                .min(Comparator.comparing((PodSummary pod) -> pod.phase() != PodPhase.RUNNING)
                        .thenComparing(pod -> !holdsDevices(pod)))
                .map(pod -> ObjectRef.pod(pod.namespace(), pod.name()));
    }

    /** Returns whether the pod holds devices; a pod that leads others, as a launcher does, has none. */
    private static boolean holdsDevices(PodSummary pod) {
        return pod.needsClaims() || pod.requests().names().stream().anyMatch(name -> name.contains("/"));
    }

    /** Returns the workload's pods that are visible by now. */
    private Stream<PodSummary> podsOf(ObjectRef launched) {
        return services.snapshots().get().pods()
                .filter(pod -> pod.namespace().equals(launched.namespace())
                        && (launched.kind().equals("Pod") ? pod.name().equals(launched.name())
                                : PodOwnerFinder.isMaker(launched, pod)));
    }

    /** Lists all pods where the right one is not known. */
    private void listPods() {
        rootPane.goTo(ScreenDestination.PODS);
    }
}
