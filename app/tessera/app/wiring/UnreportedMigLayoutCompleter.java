package tessera.app.wiring;

import tessera.gpu.GpuFleet;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.text.MessageCatalog;

/** Completes a fleet with MIG layouts from the configurations of MIG managers, where exporters do not report them. */
public final class UnreportedMigLayoutCompleter {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(UnreportedMigLayoutCompleter.class);

    private UnreportedMigLayoutCompleter() {}

    /** Returns the fleet with the configured layouts; the same one where none is missing or none may be read. */
    public static GpuFleet complete(ClusterSelectionService clusterSelection, GpuFleet fleet) throws ProblemException {
        if (fleet.unreportedConfigurations().isEmpty()) {
            return fleet;
        }
        try {
            return clusterSelection.newFleetReader(clusterSelection.accelerators()).read(fleet.snapshot(),
                    fleet.readings(),
                    AppliedMigConfigPoller.setups(clusterSelection.clusterServices().planLookups(), fleet));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new ProblemException(OperationProblemKind.TIMEOUT, MESSAGES.reason("interrupted"), stopped);
        }
    }
}
