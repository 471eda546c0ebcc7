package tessera.app.cli;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tessera.app.platform.CommandFileArgumentReader;
import tessera.app.wiring.ClusterSelectionService;
import tessera.model.ProblemException;
import tessera.plan.context.HelmRepositoryCredentials;
import tessera.plan.intent.GpuStackReleaseIntent;
import tessera.plan.intent.HelmChartSource;
import tessera.plan.operator.HelmChartValueAdvice;
import tessera.plan.operator.HelmValues;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;

/** The options for a chart's source and values. */
final class HelmChartCommandLineOptions {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(HelmChartCommandLineOptions.class);

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Option(names = "--chart", paramLabel = "CHART", descriptionKey = "helmChart.chart")
    private String chart = "";

    @Option(names = "--repo", paramLabel = "URL", descriptionKey = "helmChart.repo")
    private String repository = "";

    @Option(names = "--chart-version", paramLabel = "VERSION", descriptionKey = "helmChart.chart-version")
    private String version = "";

    @Option(names = "--chart-user", paramLabel = "NAME", descriptionKey = "helmChart.chart-user")
    private String user = "";

    @Option(names = "--chart-password-file", paramLabel = "FILE", descriptionKey = "helmChart.chart-password-file")
    private @Nullable Path password;

    @Option(names = {"-f", "--values"}, paramLabel = "FILE", descriptionKey = "helmChart.values")
    private List<Path> files = List.of();

    @Option(names = "--set", paramLabel = "PATH=VALUE", descriptionKey = "helmChart.set")
    private List<String> sets = List.of();

    @Option(names = "--registry", paramLabel = "REGISTRY", descriptionKey = "helmChart.registry")
    private String registry = "";

    private @Nullable String read;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create();

    boolean hasChart() {
        return !chart.isBlank();
    }

    HelmChartSource chartSource() {
        if (!hasChart()) {
            throw new ParameterException(command.commandLine(), MESSAGES.text("chart.missing"));
        }
        return new HelmChartSource(chart, repository, version);
    }

    /** Signs in to the chart's repository with the user name that was given, if any. */
    void signIn(ClusterSelectionService clusterSelection) throws ProblemException, InterruptedException {
        if (!user.isEmpty() && hasChart()) {
            ClusterConnectionAwaiter.awaitConnection(clusterSelection, PATIENCE);
            clusterSelection.clusterServices().planLookups().releases().signIn(
                    new HelmRepositoryCredentials(OptionalText.orElse(repository, chart), user, readPassword()));
        }
    }

    private String readPassword() throws ProblemException {
        if (password == null) {
            throw new ParameterException(command.commandLine(), MESSAGES.text("chart.passwordMissing"));
        }
        return CommandFileArgumentReader.readText(password).strip();
    }

    String registryName() {
        return registry;
    }

    /** Returns the intent with images from another registry, where one is named. */
    GpuStackReleaseIntent rewriteImages(ClusterSelectionService clusterSelection, GpuStackReleaseIntent releaseIntent)
            throws ProblemException, InterruptedException {
        signIn(clusterSelection);
        if (registry.isEmpty()) {
            return releaseIntent;
        }
        var rewritten = HelmChartValueAdvice.toValues(
                clusterSelection.clusterServices().planRunner().listImages(releaseIntent, registry).rewritten());
        return switch (releaseIntent) {
            case GpuStackReleaseIntent.InstallReleaseIntent(var release, var source, var values) ->
                new GpuStackReleaseIntent.InstallReleaseIntent(release, source,
                        rewritten.mergeOver(HelmValues.read(values)).toYaml());
            case GpuStackReleaseIntent.UpgradeReleaseIntent(var release, var source, var values) ->
                new GpuStackReleaseIntent.UpgradeReleaseIntent(release, source,
                        rewritten.mergeOver(HelmValues.read(values)).toYaml());
            case GpuStackReleaseIntent.SetReleaseValuesIntent(var release, var source, var values) ->
                new GpuStackReleaseIntent.SetReleaseValuesIntent(release, source,
                        rewritten.mergeOver(HelmValues.read(values)).toYaml());
            default -> releaseIntent;
        };
    }

    /** Returns the values to set as YAML; empty for none. It is read once, as standard input is empty when it is read again. */
    String valuesYaml() throws ProblemException {
        if (read == null) {
            read = readValues();
        }
        return read;
    }

    private String readValues() throws ProblemException {
        CommandFileArgumentReader.checkInputOnce(files);
        var values = HelmValues.read("");
        for (var file : files) {
            values = HelmValues.read(CommandFileArgumentReader.readTextOrInput(file)).mergeOver(values);
        }
        for (var set : sets) {
            int equals = set.indexOf('=');
            if (equals <= 0) {
                throw new ParameterException(command.commandLine(), MESSAGES.text("chart.setMalformed", set));
            }
            values = values.withValue(set.substring(0, equals), set.substring(equals + 1));
        }
        return values.toYaml();
    }
}
