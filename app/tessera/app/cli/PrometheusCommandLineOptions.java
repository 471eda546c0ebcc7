package tessera.app.cli;

import java.nio.file.Path;
import java.util.Optional;
import java.util.Stack;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tessera.app.wiring.PrometheusConnectionSettings;

/** The options for a Prometheus and its credentials. Secrets are named by the files they are in. */
final class PrometheusCommandLineOptions {

    /** Where these options stand in a help: behind those that say which cluster is meant. */
    private static final int PROMETHEUS = 2;

    @Option(order = PROMETHEUS, names = "--prometheus", paramLabel = "URL", arity = "0..1", parameterConsumer = OptionalPrometheusAddressConsumer.class, description = "Prometheus, or a server with its API (default: the one found in the cluster).")
    private @Nullable String address;

    @Option(order = PROMETHEUS, names = "--prometheus-token-file", paramLabel = "FILE", description = "File with the bearer token for Prometheus.")
    private @Nullable Path token;

    @Option(order = PROMETHEUS, names = "--prometheus-user", paramLabel = "NAME", description = "User name for Prometheus.")
    private @Nullable String user;

    @Option(order = PROMETHEUS, names = "--prometheus-password-file", paramLabel = "FILE", description = "File with the password for Prometheus.")
    private @Nullable Path password;

    @Option(order = PROMETHEUS, names = "--prometheus-authority", paramLabel = "FILE", description = "File with the certificate authorities to trust for Prometheus; no others are trusted.")
    private @Nullable Path authority;

    @Option(order = PROMETHEUS, names = "--prometheus-certificate", paramLabel = "FILE", description = "Client certificate file for Prometheus.")
    private @Nullable Path certificate;

    @Option(order = PROMETHEUS, names = "--prometheus-key", paramLabel = "FILE", description = "Private key file of the client certificate.")
    private @Nullable Path key;

    @Option(order = PROMETHEUS, names = "--prometheus-tenant", paramLabel = "NAME", description = "Tenant to query (X-Scope-OrgID of Mimir).")
    private @Nullable String tenant;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create();

    /** Parses an address if one follows, and nothing else. */
    static final class OptionalPrometheusAddressConsumer implements IParameterConsumer {
        @Override
        public void consumeParameters(Stack<String> rest, ArgSpec option, CommandSpec command) {
            option.setValue(!rest.isEmpty() && rest.peek().contains("://") ? rest.pop() : "");
        }
    }

    /** Returns whether the user asks for a Prometheus, named or in the cluster. */
    boolean isRequested() {
        return address != null;
    }

    /** Returns the Prometheus that the user named; empty for the one in the cluster. */
    Optional<PrometheusConnectionSettings> namedTerms() {
        var settings = new PrometheusConnectionSettings(address, token, user, password, authority, certificate, key,
                tenant);
        settings.conflictText().ifPresent(text -> {
            throw new ParameterException(command.commandLine(), text);
        });
        return address == null || address.isEmpty() ? Optional.empty() : Optional.of(settings);
    }
}
