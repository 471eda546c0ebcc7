package tessera.app;

import picocli.CommandLine;
import tessera.fit.Namespaces;
import tessera.lint.subject.Manifest;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.Kind;
import tessera.model.Snapshot;

/** The namespace that an option says: whether it is there, and whether a manifest means the same. */
final class MeantNamespace {

    private MeantNamespace() {}

    /**
     * Tells a namespace that is not there from an empty one.
     *
     * @param name empty where none is said
     * @throws Failure when it is known not to be there
     */
    static void there(ClusterDesk desk, Snapshot snapshot, String name, CommandLine command) throws Failure {
        try {
            if (!name.isEmpty() && !Namespaces.there(desk.reached().objects(), snapshot, name)) {
                throw new Failure(Problem.of(Kind.NOT_FOUND, "There is no namespace “%s”".formatted(name)));
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Failure(Problem.of(Kind.TIMEOUT, "The reading was given up"), stopped);
        } catch (Failure failure) {
            if (failure.problem().kind() != Kind.FORBIDDEN) {
                throw failure;
            }
            Complaints.remark(failure.problem()
                    .about("Whether there is a namespace “%s” is not known".formatted(name)), command);
        }
    }

    /** What names a namespace goes there and nowhere else, as with kubectl. */
    static void agrees(String manifest, String namespace) throws Failure {
        for (var object : Manifest.read(manifest).objects()) {
            var named = object.namespace();
            if (!named.isEmpty() && !named.equals(namespace)) {
                throw new Failure(Problem.of(Kind.CONFIGURATION,
                        "%s names the namespace %s, and --namespace says %s".formatted(object.words(), named,
                                namespace))
                        .withRemedy("Leave --namespace out, or say the same."));
            }
        }
    }
}
