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
import tessera.ui.change.AfterChange;
import tessera.ui.change.NodeChanges.ChangeOffer;

/** What follows on a change: an edit that is done is no draft any more, and there are ways from a launch to what came of it. FX thread. */
final class PostChangeNavigation implements AfterChange {

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
    public void ended(RunReceipt receipt) {
        if (receipt.intent() instanceof EditObject edit && receipt.ending() == RunReceipt.RunEnding.DONE) {
            shell.inspector().edited(edit);
        }
        shell.overlays().changed();
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
        return receipt.steps().stream().map(state -> state.planned().step()).filter(PostChangeNavigation::follows)
                .map(PlanStep::object).filter(launched -> done || made(receipt, launched)).findFirst()
                .map(launched -> offers(launched, done)).orElse(new SimpleObjectProperty<>(List.of()));
    }

    private static boolean made(RunReceipt receipt, ObjectRef launched) {
        return receipt.done().stream().map(state -> state.planned().step())
                .anyMatch(step -> step instanceof PlanStep.Create && step.object().equals(launched));
    }

    /**
     * In what has ended, be it meanwhile, nothing can be run.
     *
     * @param done whether it was waited for until it ran; else it may do so by now
     */
    private ObservableValue<List<ChangeOffer>> offers(ObjectRef launched, boolean done) {
        var log = new ChangeOffer("Show its log", () -> log(launched), Optional.empty());
        var look = new ChangeOffer("Run nvidia-smi in it", () -> look(launched),
                pod(launched).map(shell.foot().terminals()::against).orElse(desk.clusters().get().refusal()));
        var why = new ChangeOffer("Show why it does not run", () -> why(launched), Optional.empty());
        var running = List.of(log, look);
        var over = List.of(log);
        return second.map(time -> ended(launched) ? over
                : !done && !runs(launched) ? List.of(why)
                        : pod(launched).filter(pod -> !shell.foot().terminals().reports(pod)).isEmpty() ? running
                                : over);
    }

    private boolean runs(ObjectRef launched) {
        return pods(launched).anyMatch(pod -> pod.phase() == PodPhase.RUNNING) && waiting(launched).isEmpty();
    }

    private Optional<PodFacts> waiting(ObjectRef launched) {
        return pods(launched).filter(pod -> pod.phase() == PodPhase.PENDING)
                .min(Comparator.comparing((PodFacts pod) -> !pod.node().isEmpty()));
    }

    /** Of a pod, or of what makes none yet. */
    private void why(ObjectRef launched) {
        shell.overlays().sheet().close();
        shell.inspect(waiting(launched).map(pod -> ObjectRef.pod(pod.namespace(), pod.name())).orElse(launched));
        shell.turnTo("Why");
    }

    private boolean ended(ObjectRef launched) {
        var pods = pods(launched).toList();
        return !pods.isEmpty() && pods.stream().allMatch(pod -> pod.phase().terminal());
    }

    private static boolean follows(PlanStep step) {
        return step instanceof PlanStep.Await await && await.expectation() instanceof StepExpectation.Runs;
    }

    private void log(ObjectRef launched) {
        shell.overlays().sheet().close();
        pod(launched).ifPresentOrElse(pod -> {
            shell.inspect(pod);
            shell.turnTo("Logs");
        }, this::list);
    }

    private void look(ObjectRef launched) {
        shell.overlays().sheet().close();
        pod(launched).ifPresentOrElse(shell.foot().terminals()::openDriverReport, this::list);
    }

    private Optional<ObjectRef> pod(ObjectRef launched) {
        if (launched.kind().equals("Pod")) {
            return Optional.of(launched);
        }
        return pods(launched)
                .min(Comparator.comparing((PodFacts pod) -> pod.phase() != PodPhase.RUNNING)
                        .thenComparing(pod -> !holdsDevices(pod)))
                .map(pod -> ObjectRef.pod(pod.namespace(), pod.name()));
    }

    /** What leads others, as a launcher does, has none. */
    private static boolean holdsDevices(PodFacts pod) {
        return !pod.claims().isEmpty() || pod.requests().names().stream().anyMatch(name -> name.contains("/"));
    }

    /** What of it is seen by now. */
    private Stream<PodFacts> pods(ObjectRef launched) {
        return desk.snapshots().get().pods()
                .filter(pod -> pod.namespace().equals(launched.namespace()) && (launched.kind().equals("Pod")
                        ? pod.name().equals(launched.name())
                        : PodOwners.made(launched, pod)));
    }

    /** Where it is not seen which pod is meant, all are. */
    private void list() {
        shell.go(ScreenDestination.PODS);
    }
}
