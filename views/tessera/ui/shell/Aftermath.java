package tessera.ui.shell;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.value.ObservableValue;
import tessera.insight.Owners;
import tessera.model.ObjectRef;
import tessera.model.PodFacts;
import tessera.model.PodPhase;
import tessera.plan.Receipt;
import tessera.plan.intent.EditObject;
import tessera.plan.intent.LaunchIntent;
import tessera.plan.step.Expectation;
import tessera.plan.step.Step;
import tessera.ui.Desk;
import tessera.ui.change.AfterChange;
import tessera.ui.change.NodeChanges.Offer;

/** What follows on a change: an edit that is done is no draft any more, and there are ways from a launch to what came of it. FX thread. */
final class Aftermath implements AfterChange {

    private final Shell shell;
    private final Desk desk;
    private final ObservableValue<Instant> second;

    /** @param second the time, in seconds */
    Aftermath(Shell shell, Desk desk, ObservableValue<Instant> second) {
        this.shell = shell;
        this.desk = desk;
        this.second = second;
    }

    @Override
    public void ended(Receipt receipt) {
        if (receipt.intent() instanceof EditObject edit && receipt.ending() == Receipt.Ending.DONE) {
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
    public ObservableValue<List<Offer>> offers(Receipt receipt) {
        if (!(receipt.intent() instanceof LaunchIntent.Launch)) {
            return new SimpleObjectProperty<>(List.of());
        }
        boolean done = receipt.ending() == Receipt.Ending.DONE;
        return receipt.steps().stream().map(state -> state.planned().step()).filter(Aftermath::follows)
                .map(Step::object).filter(launched -> done || made(receipt, launched)).findFirst()
                .map(launched -> offers(launched, done)).orElse(new SimpleObjectProperty<>(List.of()));
    }

    private static boolean made(Receipt receipt, ObjectRef launched) {
        return receipt.done().stream().map(state -> state.planned().step())
                .anyMatch(step -> step instanceof Step.Create && step.object().equals(launched));
    }

    /**
     * In what has ended, be it meanwhile, nothing can be run.
     *
     * @param done whether it was waited for until it ran; else it may do so by now
     */
    private ObservableValue<List<Offer>> offers(ObjectRef launched, boolean done) {
        var log = new Offer("Show its log", () -> log(launched), Optional.empty());
        var look = new Offer("Run nvidia-smi in it", () -> look(launched),
                pod(launched).map(shell.foot().terminals()::against).orElse(desk.clusters().get().refusal()));
        var why = new Offer("Show why it does not run", () -> why(launched), Optional.empty());
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

    private static boolean follows(Step step) {
        return step instanceof Step.Await await && await.expectation() instanceof Expectation.Runs;
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
                        : Owners.made(launched, pod)));
    }

    /** Where it is not seen which pod is meant, all are. */
    private void list() {
        shell.go(Destination.PODS);
    }
}
