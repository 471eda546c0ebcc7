package tessera.app;

import java.util.HashMap;
import java.util.Optional;
import tessera.insight.GpuFleet;
import tessera.insight.MigSetup;
import tessera.model.Failure;
import tessera.model.MigLabels;
import tessera.model.PodFacts;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.plan.context.MigOffer;
import tessera.plan.context.MigSource;

/** Reads how MIG GPUs are cut from the configurations of their MIG managers, for nodes whose exporters do not tell it. */
final class ConfiguredFleet {

    private ConfiguredFleet() {}

    /** The same fleet, with what configurations tell; itself where none is needed or none may be read. */
    static GpuFleet of(ClusterDesk desk, GpuFleet fleet) throws Failure {
        var names = fleet.configurations();
        if (names.isEmpty()) {
            return fleet;
        }
        var setups = new HashMap<String, MigSetup>();
        try {
            var source = desk.reached().lookups().migSource(namespace(fleet), names.keySet());
            names.forEach((node, name) -> offer(source, node).flatMap(offer -> Optional
                    .ofNullable(offer.configs().get(name)).map(config -> new MigSetup(config, offer.source())))
                    .ifPresent(setup -> setups.put(node, setup)));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Failure(Problem.of(ProblemKind.TIMEOUT, "The reading was given up"), stopped);
        } catch (Failure _) {
            // Who may not read them is told what can be guessed, and that it is.
            return fleet;
        }
        return fleet.configured(setups);
    }

    private static Optional<MigOffer> offer(MigSource source, String node) {
        return Optional.ofNullable(source.offers().get(source.named().isEmpty() ? node : ""));
    }

    /** Where MIG managers run; empty where none is seen, and the policy tells. */
    private static String namespace(GpuFleet fleet) {
        return fleet.snapshot().pods()
                .filter(pod -> MigLabels.MANAGER_APP.equals(pod.labels().get("app")))
                .map(PodFacts::namespace).findFirst().orElse("");
    }
}
