package tessera.app;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tessera.model.Failure;
import tessera.plan.context.ChartLogin;
import tessera.plan.intent.ChartSource;
import tessera.plan.intent.ReleaseIntent;
import tessera.plan.operator.HelmValues;
import tessera.plan.operator.ValueAdvice;

/** Where a chart comes from, and what is set in it. */
final class ChartOptions {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Option(names = "--chart", paramLabel = "CHART", description = "Chart: a folder, an archive, an address such as oci://…, or a chart name in --repo.")
    private String chart = "";

    @Option(names = "--repo", paramLabel = "URL", description = "Chart repository, for example https://helm.ngc.nvidia.com/nvidia.")
    private String repository = "";

    @Option(names = "--chart-version", paramLabel = "VERSION", description = "Chart version, for example v26.3.3, or a range such as v25.x, ~25.3 or '>=25.3 <26' (default: the latest).")
    private String version = "";

    @Option(names = "--chart-user", paramLabel = "NAME", description = "User name for the chart repository or registry (default: the credentials of helm repo add, helm registry login or docker login).")
    private String user = "";

    @Option(names = "--chart-password-file", paramLabel = "FILE", description = "File with the password of --chart-user.")
    private @Nullable Path password;

    @Option(names = {"-f",
        "--values"}, paramLabel = "FILE", description = "YAML file with values. Can be repeated; later files win.")
    private List<Path> files = List.of();

    @Option(names = "--set", paramLabel = "PATH=VALUE", description = "Set one value, for example driver.version=580.126.20. Wins over --values.")
    private List<String> sets = List.of();

    @Option(names = "--registry", paramLabel = "REGISTRY", description = "Pull all images from this registry, for example registry.example:5000/mirror. Image paths stay the same.")
    private String registry = "";

    private @Nullable String read;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create();

    boolean named() {
        return !chart.isBlank();
    }

    ChartSource source() {
        if (!named()) {
            throw new ParameterException(command.commandLine(), "Say which chart with --chart");
        }
        return new ChartSource(chart, repository, version);
    }

    /** Has the chart asked for by the name that was said, if one was. */
    void signIn(ClusterDesk desk) throws Failure, InterruptedException {
        if (!user.isEmpty() && named()) {
            ConnectionAwaiter.to(desk, PATIENCE);
            desk.reached().lookups().releases().signIn(new ChartLogin(
                    repository.isEmpty() ? chart : repository, user, secret()));
        }
    }

    private String secret() throws Failure {
        if (password == null) {
            throw new ParameterException(command.commandLine(), "Say the password with --chart-password-file");
        }
        return FileArgument.text(password).strip();
    }

    String registry() {
        return registry;
    }

    /** The same wish, with images from another registry where one is named. */
    ReleaseIntent rewritten(ClusterDesk desk, ReleaseIntent asked) throws Failure, InterruptedException {
        signIn(desk);
        if (registry.isEmpty()) {
            return asked;
        }
        var rewritten = ValueAdvice.laid(desk.reached().planner().images(asked, registry).rewritten());
        return switch (asked) {
            case ReleaseIntent.InstallRelease(var release, var source, var values) ->
                new ReleaseIntent.InstallRelease(release, source, rewritten.over(HelmValues.read(values)).yaml());
            case ReleaseIntent.UpgradeRelease(var release, var source, var values) ->
                new ReleaseIntent.UpgradeRelease(release, source, rewritten.over(HelmValues.read(values)).yaml());
            case ReleaseIntent.SetValues(var release, var source, var values) ->
                new ReleaseIntent.SetValues(release, source, rewritten.over(HelmValues.read(values)).yaml());
            default -> asked;
        };
    }

    /** What is to be set, as YAML; empty for nothing. It is read once, as standard input is empty when it is read again. */
    String values() throws Failure {
        if (read == null) {
            read = read();
        }
        return read;
    }

    private String read() throws Failure {
        FileArgument.inputOnce(files);
        var values = HelmValues.read("");
        for (var file : files) {
            values = HelmValues.read(FileArgument.textOrInput(file)).over(values);
        }
        for (var set : sets) {
            int equals = set.indexOf('=');
            if (equals <= 0) {
                throw new ParameterException(command.commandLine(), "“" + set + "” is not like driver.enabled=false");
            }
            values = values.with(set.substring(0, equals), set.substring(equals + 1));
        }
        return values.yaml();
    }
}
