package tessera.app;

import java.util.HashMap;
import java.util.Map;
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
import tessera.plan.context.SurveyLookups;

/** Reads how MIG GPUs are cut from the configurations of their MIG managers, for nodes whose exporters do not tell it. */
final class ConfiguredFleet {

    private ConfiguredFleet() {}

    /** The same fleet, with what configurations tell; itself where none is needed or none may be read. */
    static GpuFleet of(ClusterDesk desk, GpuFleet fleet) throws Failure {
        if (fleet.configurations().isEmpty()) {
            return fleet;
        }
        try {
            return new GpuFleet.FleetReader(desk.accelerators()).read(fleet.snapshot(), fleet.readings(),
                    setups(desk.reached().lookups(), fleet));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Failure(Problem.of(ProblemKind.TIMEOUT, "The reading was given up"), stopped);
        }
    }

    /** Returns the configurations that are needed, by node; none where they may not be read: then it is guessed, and said. */
    static Map<String, MigSetup> setups(SurveyLookups lookups, GpuFleet fleet) throws InterruptedException {
        var names = fleet.configurations();
        var setups = new HashMap<String, MigSetup>();
        try {
            var source = lookups.migSource(namespace(fleet), names.keySet());
            names.forEach((node, name) -> offer(source, node).flatMap(offer -> Optional
                    .ofNullable(offer.configs().get(name)).map(config -> new MigSetup(config, offer.source())))
                    .ifPresent(setup -> setups.put(node, setup)));
        } catch (Failure _) {
            return Map.of();
        }
        return setups;
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
