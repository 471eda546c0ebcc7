package tessera.app;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tessera.plan.intent.ReleaseName;

/** Which release is meant. */
final class ReleaseOptions {

    @Option(names = "--release", paramLabel = "NAME", description = "Of the release; gpu-operator if nothing is said.")
    private String name = ReleaseName.USUAL.name();

    @Option(names = {"-n",
        "--namespace"}, paramLabel = "NAME", description = "Where the release lives; gpu-operator if nothing is said.")
    private String namespace = ReleaseName.USUAL.namespace();

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create();

    ReleaseName name() {
        var release = new ReleaseName(name, namespace);
        if (!release.valid()) {
            throw new ParameterException(command.commandLine(), "“" + release + "” is no name of a release");
        }
        return release;
    }
}
