package tessera.app.cli;

import picocli.CommandLine;
import tessera.app.wiring.ClusterSelectionService;
import tessera.lint.manifest.KubernetesManifest;
import tessera.model.ClusterSnapshot;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.scheduling.NamespaceExistenceLookup;
import tessera.text.MessageCatalog;

/** The namespace option: whether the namespace exists, and whether a manifest agrees with it. */
final class NamespaceOptionValidator {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(NamespaceOptionValidator.class);

    private NamespaceOptionValidator() {}

    /**
     * Fails where the namespace does not exist, to tell it from an empty one.
     *
     * @param name empty where none is said
     * @throws ProblemException when it is known not to be there
     */
    static void checkExists(ClusterSelectionService clusterSelection, ClusterSnapshot clusterSnapshot, String name,
            CommandLine command) throws ProblemException {
        try {
            if (!name.isEmpty() && !NamespaceExistenceLookup.exists(clusterSelection.clusterServices().objectSource(),
                    clusterSnapshot, name)) {
                throw new ProblemException(
                        Problem.of(OperationProblemKind.NOT_FOUND, MESSAGES.reason("namespace.notFound", name)));
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new ProblemException(OperationProblemKind.TIMEOUT, MESSAGES.reason("interrupted"), stopped);
        } catch (ProblemException problemException) {
            if (problemException.problem().kind() != OperationProblemKind.FORBIDDEN) {
                throw problemException;
            }
            CommandLineErrorPrinter.printRemark(
                    problemException.problem().withContext(MESSAGES.reason("namespace.unknown", name)), command);
        }
    }

    /** Fails where an object of the manifest names another namespace, as kubectl does. */
    static void checkManifest(String manifest, String namespace) throws ProblemException {
        for (var object : KubernetesManifest.read(manifest).objects()) {
            var named = object.namespace();
            if (!named.isEmpty() && !named.equals(namespace)) {
                throw new ProblemException(Problem.of(OperationProblemKind.CONFIGURATION,
                        MESSAGES.reason("namespace.conflict", object.objectName(), named, namespace)));
            }
        }
    }
}
