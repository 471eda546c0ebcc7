package tessera.app.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;
import tessera.app.cli.ClusterCommandLineOptions.PrometheusCommandLineOptions;
import tessera.cluster.kubeconfig.SecretText;
import tessera.cluster.monitoring.ConfiguredPrometheusAccess;
import tessera.cluster.monitoring.ConfiguredPrometheusAccess.BasicLogin;
import tessera.cluster.monitoring.ConfiguredPrometheusAccess.BearerLogin;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** What the command line says of a Prometheus. */
class PrometheusCommandLineOptionsTest {

    @TempDir
    private Path folder;

    @Command
    private static final class Anything {
        @Mixin
        private final PrometheusCommandLineOptions options = new PrometheusCommandLineOptions();
    }

    private static PrometheusCommandLineOptions read(String... line) {
        var command = new Anything();
        new CommandLine(command).parseArgs(
                Arrays.stream(line).flatMap(part -> Arrays.stream(part.split(" ", -1))).toArray(String[]::new));
        return command.options;
    }

    private String file(String name, String text) throws Exception {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    @Test
    void itsSecretsComeFromFiles() throws Exception {
        var token = read("--prometheus https://p.example/x --prometheus-token-file " + file("token", "abc\n"))
                .namedTerms().orElseThrow().readAccess();
        assertThat(token).isEqualTo(
                ConfiguredPrometheusAccess.of("https://p.example/x").withLogin(new BearerLogin(new SecretText("abc"))));

        var signedIn = read("--prometheus https://p.example --prometheus-user me --prometheus-password-file "
                + file("password", "hunter2\n") + " --prometheus-tenant research").namedTerms().orElseThrow()
                .readAccess();
        assertThat(signedIn.login()).isEqualTo(new BasicLogin("me", new SecretText("hunter2")));
        assertThat(signedIn.tenant()).isEqualTo("research");
    }

    @Test
    void withoutAnAddressTheOneInTheClusterIsMeant() throws Exception {
        assertThat(read("--prometheus").isRequested()).isTrue();
        assertThat(read("--prometheus").namedTerms()).isEqualTo(Optional.empty());
        assertThat(read().isRequested()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--prometheus http://me:hunter2@p.example", "--prometheus-user me",
        "--prometheus http://p.example --prometheus-user me",
        "--prometheus http://p.example --prometheus-certificate c.pem",
        "--prometheus http://p.example --prometheus-token-file t --prometheus-user me --prometheus-password-file p"})
    void whatDoesNotFitTogetherIsNotGuessedAt(String line) {
        var options = read(line);

        assertThatExceptionOfType(ParameterException.class).isThrownBy(options::namedTerms)
                .satisfies(refusal -> assertThat(refusal.getMessage()).doesNotContain("hunter2"));
    }

    @Test
    void aFileWithoutASecretIsNamed() throws Exception {
        var options = read("--prometheus http://p.example --prometheus-token-file " + file("empty", " \n"));

        var problemException = catchThrowableOfType(ProblemException.class,
                () -> options.namedTerms().orElseThrow().readAccess());

        assertThat(problemException.problem().kind()).isEqualTo(OperationProblemKind.CONFIGURATION);
        assertThat(problemException.problem().headline()).contains("empty");
    }
}
