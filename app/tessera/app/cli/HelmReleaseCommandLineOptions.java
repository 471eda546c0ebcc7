package tessera.app.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tessera.plan.intent.HelmReleaseNamespacedName;
import tessera.text.MessageCatalog;

/** The options for a release. */
final class HelmReleaseCommandLineOptions {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(HelmReleaseCommandLineOptions.class);

    @Option(names = "--release", paramLabel = "NAME", descriptionKey = "helmRelease.release")
    private String name = HelmReleaseNamespacedName.USUAL.name();

    @Option(names = {"-n", "--namespace"}, paramLabel = "NAME", descriptionKey = "helmRelease.namespace")
    private String namespace = HelmReleaseNamespacedName.USUAL.namespace();

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create();

    HelmReleaseNamespacedName name() {
        var release = new HelmReleaseNamespacedName(name, namespace);
        if (!release.isValid()) {
            throw new ParameterException(command.commandLine(), MESSAGES.text("release.malformed", release));
        }
        return release;
    }
}
