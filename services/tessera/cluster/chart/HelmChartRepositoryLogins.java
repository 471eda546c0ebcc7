package tessera.cluster.chart;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import tessera.cluster.http.HttpAddress;
import tessera.cluster.kubeconfig.ProcessEnvironment;
import tessera.cluster.kubeconfig.SecretText;
import tessera.cluster.tls.PlaintextCredentialGuard;
import tessera.file.SizeLimitedFileReader;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;

/**
 * Logins for chart repositories: typed ones first, then those of {@code helm repo add --username}, read from its file when needed.
 */
record HelmChartRepositoryLogins(Path file, UserEnteredHelmChartLogins chartLogins) {

    private static final int LARGEST = 1 << 20;

    static HelmChartRepositoryLogins forEnvironment(ProcessEnvironment environment,
            UserEnteredHelmChartLogins chartLogins) {
        var said = environment.variable("HELM_REPOSITORY_CONFIG");
        var helm = environment.variable("HELM_CONFIG_HOME");
        var config = environment.variable("XDG_CONFIG_HOME");
        return new HelmChartRepositoryLogins(repositoriesFile(said, helm, config, environment), chartLogins);
    }

    private static Path repositoriesFile(String said, String helm, String config, ProcessEnvironment environment) {
        if (!said.isBlank()) {
            return Path.of(said);
        }
        return helmFolder(helm, config, environment).resolve("repositories.yaml");
    }

    private static Path helmFolder(String helm, String config, ProcessEnvironment environment) {
        if (!helm.isBlank()) {
            return Path.of(helm);
        }
        return config.isBlank() ? defaultFile(environment.home()) : Path.of(config).resolve("helm");
    }

    private static Path defaultFile(Path home) {
        var system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        return home.resolve(defaultFolder(system));
    }

    private static String defaultFolder(String system) {
        if (system.startsWith("windows")) {
            return "AppData/Roaming/helm";
        }
        if (system.startsWith("mac")) {
            return "Library/Preferences/helm";
        }
        return ".config/helm";
    }

    /** Returns the authorization for a URL; refused without TLS, unless the server is this machine. */
    Optional<SecretText> authorizationFor(HttpAddress url) throws ProblemException {
        var login = chartLogins.authorizationFor(url).isPresent() ? chartLogins.authorizationFor(url)
                : storedAuthorization(url);
        if (login.isPresent() && !url.isEncrypted() && !PlaintextCredentialGuard.isThisMachine(url.host())) {
            throw new ProblemException(OperationProblemKind.UNTRUSTED,
                    new HelmChartReason.ChartLoginWithoutTls(url.host()));
        }
        return login;
    }

    private Optional<SecretText> storedAuthorization(HttpAddress url) throws ProblemException {
        try {
            if (!Files.isRegularFile(file)) {
                return Optional.empty();
            }
            return new YAMLMapper().readTree(SizeLimitedFileReader.read(file, LARGEST)).path("repositories")
                    .valueStream()
                    .filter(repository -> !repository.path("username").asText("").isEmpty()
                            && isWithin(repository, url))
                    .findFirst().map(repository -> UserEnteredHelmChartLogins.basicAuthorization(
                            repository.path("username").asText(), repository.path("password").asText("")));
        } catch (IOException _) {
            // Without its words, which may quote the file.
            throw new ProblemException(OperationProblemKind.CONFIGURATION,
                    new HelmChartReason.RepositoriesUnreadable(file));
        }
    }

    private static boolean isWithin(JsonNode repository, HttpAddress url) {
        var address = HttpAddress.parse(repository.path("url").asText(""));
        if (address.isEmpty() || !address.get().server().equals(url.server())) {
            return false;
        }
        var path = address.get().encodedPath();
        return repository.path("pass_credentials_all").asBoolean()
                || (url.encodedPath() + "/").startsWith(path.endsWith("/") ? path : path + "/");
    }
}
