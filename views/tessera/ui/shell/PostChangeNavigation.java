package tessera.ui.shell;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.value.ObservableValue;
import tessera.insight.PodOwners;
import tessera.model.ObjectRef;
import tessera.model.PodFacts;
import tessera.model.PodPhase;
import tessera.plan.RunReceipt;
import tessera.plan.intent.EditObject;
import tessera.plan.intent.LaunchIntent;
import tessera.plan.step.PlanStep;
import tessera.plan.step.StepExpectation;
import tessera.ui.AppServices;
import tessera.ui.change.ChangeFollowUp;
import tessera.ui.change.NodeChanges.ChangeOffer;

/** Navigation after a change: a finished edit is no draft any more, and a launch leads to its result. FX thread. */
final class PostChangeNavigation implements ChangeFollowUp {

    private final WindowShell shell;
    private final AppServices desk;
    private final ObservableValue<Instant> second;

    /** @param second the time, in seconds */
    PostChangeNavigation(WindowShell shell, AppServices desk, ObservableValue<Instant> second) {
        this.shell = shell;
        this.desk = desk;
        this.second = second;
    }

    @Override
    public void onEnded(RunReceipt receipt) {
        if (receipt.intent() instanceof EditObject edit && receipt.ending() == RunReceipt.RunEnding.DONE) {
            shell.inspector().onEdited(edit);
        }
        shell.overlays().notifyChanged();
    }

    @Override
    public void show(ObjectRef object) {
        shell.inspect(object);
    }

    /** None where nothing was launched, or nobody waited until it ran. */
    @Override
    public ObservableValue<List<ChangeOffer>> offers(RunReceipt receipt) {
        if (!(receipt.intent() instanceof LaunchIntent.Launch)) {
            return new SimpleObjectProperty<>(List.of());
        }
        boolean done = receipt.ending() == RunReceipt.RunEnding.DONE;
        return receipt.steps().stream().map(state -> state.planned().step()).filter(PostChangeNavigation::awaitsRunning)
                .map(PlanStep::object).filter(launched -> done || wasCreated(receipt, launched)).findFirst()
                .map(launched -> offersFor(launched, done)).orElse(new SimpleObjectProperty<>(List.of()));
    }

    private static boolean wasCreated(RunReceipt receipt, ObjectRef launched) {
        return receipt.stepsDone().stream().map(state -> state.planned().step())
                .anyMatch(step -> step instanceof PlanStep.Create && step.object().equals(launched));
    }

    /**
     * Returns the follow-up offers; a workload that has ended, even meanwhile, has no commands to run in it.
     *
     * @param done whether it was waited for until it ran; else it may do so by now
     */
    private ObservableValue<List<ChangeOffer>> offersFor(ObjectRef launched, boolean done) {
        var log = new ChangeOffer("Show its log", () -> openLog(launched), Optional.empty());
        var look = new ChangeOffer("Run nvidia-smi in it", () -> openDriverReport(launched),
                findPod(launched).map(shell.dockActions().terminals()::execBlocker)
                        .orElse(desk.clusters().get().readOnlyReason()));
        var why = new ChangeOffer("Show why it does not run", () -> explainWaiting(launched), Optional.empty());
        var running = List.of(log, look);
        var over = List.of(log);
        return second.map(time -> hasEnded(launched) ? over
                : !done && !isRunning(launched) ? List.of(why)
                        : findPod(launched).filter(pod -> !shell.dockActions().terminals().supportsDriverReport(pod))
                                .isEmpty() ? running
                                        : over);
    }

    private boolean isRunning(ObjectRef launched) {
        return podsOf(launched).anyMatch(pod -> pod.phase() == PodPhase.RUNNING) && findWaitingPod(launched).isEmpty();
    }

    private Optional<PodFacts> findWaitingPod(ObjectRef launched) {
        return podsOf(launched).filter(pod -> pod.phase() == PodPhase.PENDING)
                .min(Comparator.comparing((PodFacts pod) -> !pod.node().isEmpty()));
    }

    /** Explains the waiting of a pod, or of a workload that has no pods yet. */
    private void explainWaiting(ObjectRef launched) {
        shell.overlays().changeSheet().close();
        shell.inspect(findWaitingPod(launched).map(pod -> ObjectRef.pod(pod.namespace(), pod.name())).orElse(launched));
        shell.showInspectorPage("Why");
    }

    private boolean hasEnded(ObjectRef launched) {
        var pods = podsOf(launched).toList();
        return !pods.isEmpty() && pods.stream().allMatch(pod -> pod.phase().isTerminal());
    }

    private static boolean awaitsRunning(PlanStep step) {
        return step instanceof PlanStep.Await await && await.expectation() instanceof StepExpectation.PodsStarted;
    }

    private void openLog(ObjectRef launched) {
        shell.overlays().changeSheet().close();
        findPod(launched).ifPresentOrElse(pod -> {
            shell.inspect(pod);
            shell.showInspectorPage("Logs");
        }, this::listPods);
    }

    private void openDriverReport(ObjectRef launched) {
        shell.overlays().changeSheet().close();
        findPod(launched).ifPresentOrElse(shell.dockActions().terminals()::openDriverReport, this::listPods);
    }

    private Optional<ObjectRef> findPod(ObjectRef launched) {
        if (launched.kind().equals("Pod")) {
            return Optional.of(launched);
        }
        return podsOf(launched)
                .min(Comparator.comparing((PodFacts pod) -> pod.phase() != PodPhase.RUNNING)
                        .thenComparing(pod -> !holdsDevices(pod)))
                .map(pod -> ObjectRef.pod(pod.namespace(), pod.name()));
    }

    /** Returns whether the pod holds devices; a pod that leads others, as a launcher does, has none. */
    private static boolean holdsDevices(PodFacts pod) {
        return !pod.claims().isEmpty() || pod.requests().names().stream().anyMatch(name -> name.contains("/"));
    }

    /** Returns the workload's pods that are visible by now. */
    private Stream<PodFacts> podsOf(ObjectRef launched) {
        return desk.snapshots().get().pods()
                .filter(pod -> pod.namespace().equals(launched.namespace()) && (launched.kind().equals("Pod")
                        ? pod.name().equals(launched.name())
                        : PodOwners.isMaker(launched, pod)));
    }

    /** Lists all pods where the right one is not known. */
    private void listPods() {
        shell.goTo(ScreenDestination.PODS);
    }
}
