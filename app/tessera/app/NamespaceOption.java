package tessera.app;

import picocli.CommandLine;
import tessera.lint.manifest.Manifest;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.model.Snapshot;
import tessera.scheduling.NamespaceNames;

/** The namespace that an option says: whether it is there, and whether a manifest means the same. */
final class NamespaceOption {

    private NamespaceOption() {}

    /**
     * Tells a namespace that is not there from an empty one.
     *
     * @param name empty where none is said
     * @throws Failure when it is known not to be there
     */
    static void there(ClusterDesk desk, Snapshot snapshot, String name, CommandLine command) throws Failure {
        try {
            if (!name.isEmpty() && !NamespaceNames.there(desk.reached().objects(), snapshot, name)) {
                throw new Failure(Problem.of(ProblemKind.NOT_FOUND, "There is no namespace “%s”".formatted(name)));
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Failure(Problem.of(ProblemKind.TIMEOUT, "The reading was given up"), stopped);
        } catch (Failure failure) {
            if (failure.problem().kind() != ProblemKind.FORBIDDEN) {
                throw failure;
            }
            CliErrors.remark(failure.problem()
                    .about("Whether there is a namespace “%s” is not known".formatted(name)), command);
        }
    }

    /** What names a namespace goes there and nowhere else, as with kubectl. */
    static void agrees(String manifest, String namespace) throws Failure {
        for (var object : Manifest.read(manifest).objects()) {
            var named = object.namespace();
            if (!named.isEmpty() && !named.equals(namespace)) {
                throw new Failure(Problem.of(ProblemKind.CONFIGURATION,
                        "%s names the namespace %s, and --namespace says %s".formatted(object.words(), named,
                                namespace))
                        .withRemedy("Leave --namespace out, or say the same."));
            }
        }
    }
}
