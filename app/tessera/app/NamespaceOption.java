package tessera.app;

import picocli.CommandLine;
import tessera.lint.manifest.Manifest;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.model.Snapshot;
import tessera.scheduling.NamespaceLookup;

/** The namespace option: whether the namespace exists, and whether a manifest agrees with it. */
final class NamespaceOption {

    private NamespaceOption() {}

    /**
     * Fails where the namespace does not exist, to tell it from an empty one.
     *
     * @param name empty where none is said
     * @throws Failure when it is known not to be there
     */
    static void checkExists(ClusterDesk desk, Snapshot snapshot, String name, CommandLine command) throws Failure {
        try {
            if (!name.isEmpty() && !NamespaceLookup.exists(desk.clusterServices().objectSource(), snapshot, name)) {
                throw new Failure(Problem.of(ProblemKind.NOT_FOUND, "There is no namespace “%s”".formatted(name)));
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Failure(Problem.of(ProblemKind.TIMEOUT, "The reading was given up"), stopped);
        } catch (Failure failure) {
            if (failure.problem().kind() != ProblemKind.FORBIDDEN) {
                throw failure;
            }
            CliErrors.printRemark(failure.problem()
                    .withContext("Whether there is a namespace “%s” is not known".formatted(name)), command);
        }
    }

    /** Fails where an object of the manifest names another namespace, as kubectl does. */
    static void checkManifest(String manifest, String namespace) throws Failure {
        for (var object : Manifest.read(manifest).objects()) {
            var named = object.namespace();
            if (!named.isEmpty() && !named.equals(namespace)) {
                throw new Failure(Problem.of(ProblemKind.CONFIGURATION,
                        "%s names the namespace %s, and --namespace says %s".formatted(object.objectName(), named,
                                namespace))
                        .withRemedy("Leave --namespace out, or say the same."));
            }
        }
    }
}
