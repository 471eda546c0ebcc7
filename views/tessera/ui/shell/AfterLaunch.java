package tessera.ui.shell;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tessera.model.ObjectRef;
import tessera.model.PodFacts;
import tessera.plan.Receipt;
import tessera.plan.intent.LaunchIntent;
import tessera.plan.step.Expectation;
import tessera.plan.step.Step;
import tessera.ui.Desk;
import tessera.ui.change.NodeChanges.Offer;

/** The ways from a launch that is done to what came of it. FX thread. */
final class AfterLaunch {

    private final Shell shell;
    private final Desk desk;

    AfterLaunch(Shell shell, Desk desk) {
        this.shell = shell;
        this.desk = desk;
    }

    /** None where nothing was launched, or nobody waited until it ran. */
    List<Offer> of(Receipt receipt) {
        if (!(receipt.intent() instanceof LaunchIntent.Launch) || receipt.ending() != Receipt.Ending.DONE) {
            return List.of();
        }
        return receipt.steps().stream().map(state -> state.planned().step()).filter(AfterLaunch::follows).findFirst()
                .map(step -> List.of(new Offer("Show its log", () -> log(step.object()), Optional.empty()),
                        new Offer("Run nvidia-smi in it", () -> look(step.object()), desk.clusters().get().refusal())))
                .orElse(List.of());
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
        return pods().filter(pod -> pod.namespace().equals(launched.namespace())
                && pod.owner().kind().equals(launched.kind()) && pod.owner().name().equals(launched.name())).findFirst()
                .map(pod -> ObjectRef.pod(pod.namespace(), pod.name()));
    }

    private Stream<PodFacts> pods() {
        return desk.snapshots().get().nodes().stream().flatMap(node -> node.pods().stream());
    }

    /** Where it is not seen which pod is meant, all are. */
    private void list() {
        shell.go(Destination.PODS);
    }
}
