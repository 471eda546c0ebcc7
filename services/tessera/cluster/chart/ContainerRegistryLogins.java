package tessera.cluster.chart;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import tessera.cluster.kubeconfig.ProcessEnvironment;
import tessera.cluster.kubeconfig.SecretText;
import tessera.file.SizeLimitedFileReader;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;

/**
 * The stored logins of {@code helm registry login} and {@code docker login}. They are read when they are
 * needed, kept nowhere, and sent to nobody but their registry. What other programs keep for them is not asked for.
 */
record ContainerRegistryLogins(List<Path> files) {

    private static final int LARGEST = 1 << 20;
    private static final Pattern BASE64 = Pattern.compile("[A-Za-z0-9+/=]+");

    ContainerRegistryLogins {
        files = List.copyOf(files);
    }

    static ContainerRegistryLogins forEnvironment(ProcessEnvironment environment) {
        var helm = environment.variable("HELM_REGISTRY_CONFIG");
        var config = environment.variable("XDG_CONFIG_HOME");
        var docker = environment.variable("DOCKER_CONFIG");
        return new ContainerRegistryLogins(List.of(registryConfigFile(helm, config, environment),
                (docker.isBlank() ? environment.home().resolve(".docker") : Path.of(docker)).resolve("config.json")));
    }

    private static Path registryConfigFile(String helm, String config, ProcessEnvironment environment) {
        if (helm.isBlank()) {
            return (config.isBlank() ? environment.home().resolve(".config") : Path.of(config))
                    .resolve("helm/registry/config.json");
        }
        return Path.of(helm);
    }

    /** Returns the authorization for a registry; empty where nobody has logged in. */
    Optional<SecretText> authorizationFor(String registry) throws ProblemException {
        for (var file : files) {
            try {
                if (!Files.isRegularFile(file)) {
                    continue;
                }
                var login = new JsonMapper().readTree(SizeLimitedFileReader.read(file, LARGEST)).path("auths")
                        .path(registry).path("auth").asText("");
                if (BASE64.matcher(login).matches()) {
                    return Optional.of(new SecretText("Basic " + login));
                }
            } catch (IOException e) {
                // Without its words, which may quote the file.
                throw new ProblemException(OperationProblemKind.CONFIGURATION,
                        new HelmChartReason.RegistryLoginsUnreadable(file));
            }
        }
        return Optional.empty();
    }
}
