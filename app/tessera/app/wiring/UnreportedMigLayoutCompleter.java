package tessera.app.wiring;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import tessera.gpu.GpuFleet;
import tessera.gpu.MigConfigWithSource;
import tessera.model.MigNodeLabels;
import tessera.model.PodSummary;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.plan.context.AcceptedMigConfigurations;
import tessera.plan.context.MigConfigMaps;
import tessera.plan.context.PlannerInputReader;

/** Completes a fleet with MIG layouts from the configurations of MIG managers, where exporters do not report them. */
public final class UnreportedMigLayoutCompleter {

    private UnreportedMigLayoutCompleter() {}

    /** Returns the fleet with the configured layouts; the same one where none is missing or none may be read. */
    public static GpuFleet complete(ClusterSelectionService clusterSelection, GpuFleet fleet) throws ProblemException {
        if (fleet.unreportedConfigurations().isEmpty()) {
            return fleet;
        }
        try {
            return clusterSelection.newFleetReader(clusterSelection.accelerators()).read(fleet.snapshot(),
                    fleet.readings(),
                    setups(clusterSelection.clusterServices().planLookups(), fleet));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new ProblemException(Problem.of(OperationProblemKind.TIMEOUT, "The reading was given up"), stopped);
        }
    }

    /** Returns the configurations that are needed, by node; none where they may not be read: then it is guessed, and said. */
    static Map<String, MigConfigWithSource> setups(PlannerInputReader inputReader, GpuFleet fleet)
            throws InterruptedException {
        var names = fleet.unreportedConfigurations();
        var setups = new HashMap<String, MigConfigWithSource>();
        try {
            var source = inputReader.readMigSource(managerNamespace(fleet), names.keySet());
            for (var entry : names.entrySet()) {
                var node = entry.getKey();
                var name = entry.getValue();
                offerFor(source, node).flatMap(configurations -> findMigConfig(configurations, name))
                        .ifPresent(setup -> setups.put(node, setup));
            }
        } catch (ProblemException _) {
            return Map.of();
        }
        return setups;
    }

    private static Optional<MigConfigWithSource> findMigConfig(AcceptedMigConfigurations configurations, String name) {
        return Optional
                .ofNullable(configurations.configs().get(name))
                .map(config -> new MigConfigWithSource(config, configurations.source()));
    }

    private static Optional<AcceptedMigConfigurations> offerFor(MigConfigMaps source, String node) {
        return Optional.ofNullable(source.configsByNode().get(source.configMapName().isEmpty() ? node : ""));
    }

    /** Returns the namespace of the MIG managers; empty where none is seen, as the policy names it. */
    private static String managerNamespace(GpuFleet fleet) {
        return fleet.snapshot().pods()
                .filter(pod -> MigNodeLabels.MANAGER_APP.equals(pod.labels().get("app")))
                .map(PodSummary::namespace).findFirst().orElse("");
    }
}
