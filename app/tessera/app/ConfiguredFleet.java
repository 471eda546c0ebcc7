package tessera.app;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import tessera.alerts.RuleJudge;
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

/** Completes a fleet with MIG layouts from the configurations of MIG managers, where exporters do not report them. */
final class ConfiguredFleet {

    private ConfiguredFleet() {}

    /** Returns the fleet with the configured layouts; the same one where none is missing or none may be read. */
    static GpuFleet complete(ClusterDesk desk, GpuFleet fleet) throws Failure {
        if (fleet.unreportedConfigurations().isEmpty()) {
            return fleet;
        }
        try {
            return new GpuFleet.FleetReader(desk.accelerators(), RuleJudge.standard()).read(fleet.snapshot(),
                    fleet.readings(),
                    setups(desk.clusterServices().planLookups(), fleet));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Failure(Problem.of(ProblemKind.TIMEOUT, "The reading was given up"), stopped);
        }
    }

    /** Returns the configurations that are needed, by node; none where they may not be read: then it is guessed, and said. */
    static Map<String, MigSetup> setups(SurveyLookups lookups, GpuFleet fleet) throws InterruptedException {
        var names = fleet.unreportedConfigurations();
        var setups = new HashMap<String, MigSetup>();
        try {
            var source = lookups.readMigSource(managerNamespace(fleet), names.keySet());
            names.forEach((node, name) -> offerFor(source, node).flatMap(offer -> Optional
                    .ofNullable(offer.configs().get(name)).map(config -> new MigSetup(config, offer.source())))
                    .ifPresent(setup -> setups.put(node, setup)));
        } catch (Failure _) {
            return Map.of();
        }
        return setups;
    }

    private static Optional<MigOffer> offerFor(MigSource source, String node) {
        return Optional.ofNullable(source.offers().get(source.configMapName().isEmpty() ? node : ""));
    }

    /** Returns the namespace of the MIG managers; empty where none is seen, as the policy names it. */
    private static String managerNamespace(GpuFleet fleet) {
        return fleet.snapshot().pods()
                .filter(pod -> MigLabels.MANAGER_APP.equals(pod.labels().get("app")))
                .map(PodFacts::namespace).findFirst().orElse("");
    }
}
