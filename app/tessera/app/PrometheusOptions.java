package tessera.app;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Stack;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tessera.cluster.kubeconfig.Material;
import tessera.cluster.kubeconfig.Secret;
import tessera.cluster.monitoring.PrometheusAccess;
import tessera.cluster.monitoring.PrometheusAccess.Anybody;
import tessera.cluster.monitoring.PrometheusAccess.Basic;
import tessera.cluster.monitoring.PrometheusAccess.Bearer;
import tessera.cluster.monitoring.PrometheusAccess.Identity;
import tessera.cluster.monitoring.PrometheusAccess.Login;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.Kind;

/** The options that say which Prometheus is meant and how it lets one in. Secrets are named by the files they are in. */
final class PrometheusOptions {

    private static final int LARGEST = 1 << 16;

    @Option(names = "--prometheus", paramLabel = "URL", arity = "0..1", parameterConsumer = Address.class, description = "Ask this Prometheus, or what speaks its API, instead of the one found in the cluster.")
    private @Nullable String address;

    @Option(names = "--prometheus-token-file", paramLabel = "FILE", description = "Send it the token in this file.")
    private @Nullable Path token;

    @Option(names = "--prometheus-user", paramLabel = "NAME", description = "Sign in to it by this name.")
    private @Nullable String user;

    @Option(names = "--prometheus-password-file", paramLabel = "FILE", description = "Sign in to it with the password in this file.")
    private @Nullable Path password;

    @Option(names = "--prometheus-authority", paramLabel = "FILE", description = "Trust its certificate if one of these authorities signed it, and no other.")
    private @Nullable Path authority;

    @Option(names = "--prometheus-certificate", paramLabel = "FILE", description = "Present this certificate to it.")
    private @Nullable Path certificate;

    @Option(names = "--prometheus-key", paramLabel = "FILE", description = "The key of that certificate.")
    private @Nullable Path key;

    @Option(names = "--prometheus-tenant", paramLabel = "NAME", description = "Ask it for the metrics of this tenant.")
    private @Nullable String tenant;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create();

    /** Takes an address if one follows, and leaves alone whatever else does. */
    static final class Address implements IParameterConsumer {
        @Override
        public void consumeParameters(Stack<String> rest, ArgSpec option, CommandSpec command) {
            option.setValue(!rest.isEmpty() && rest.peek().contains("://") ? rest.pop() : "");
        }
    }

    /** Whether the user wants a Prometheus to be asked, wherever it is. */
    boolean wanted() {
        return address != null;
    }

    /** The one that the user named; empty for the one in the cluster. */
    Optional<PrometheusAccess> access() throws Failure {
        var named = address;
        boolean described = Stream.of(token, user, password, authority, certificate, key, tenant)
                .anyMatch(option -> option != null);
        if (named == null || named.isEmpty()) {
            require(!described, "How a Prometheus lets one in is only asked where --prometheus names its URL");
            return Optional.empty();
        }
        require(!holdsLogin(named), "A login does not belong into the URL of a Prometheus: use --prometheus-user and "
                + "--prometheus-password-file");
        return Optional.of(PrometheusAccess.of(named).withLogin(login()).withIdentity(identity())
                .withAuthority(authority == null ? null : new Material.InFile(authority))
                .withTenant(tenant == null ? "" : tenant));
    }

    private static boolean holdsLogin(String address) {
        try {
            return URI.create(address.strip()).getRawUserInfo() != null;
        } catch (IllegalArgumentException _) {
            return address.contains("@");
        }
    }

    private Login login() throws Failure {
        require(token == null || (user == null && password == null),
                "A Prometheus takes a token or a user name with a password, not both");
        require((user == null) == (password == null), "--prometheus-user and --prometheus-password-file go together");
        if (token != null) {
            return new Bearer(secret(token));
        }
        return user == null || password == null ? new Anybody() : new Basic(user, secret(password));
    }

    private @Nullable Identity identity() {
        require((certificate == null) == (key == null), "--prometheus-certificate and --prometheus-key go together");
        return certificate == null || key == null ? null
                : new Identity(new Material.InFile(certificate), new Material.InFile(key));
    }

    private void require(boolean sound, String otherwise) {
        if (!sound) {
            throw new ParameterException(command.commandLine(), otherwise);
        }
    }

    private static Secret secret(Path file) throws Failure {
        try {
            var text = Files.size(file) > LARGEST ? "" : Files.readString(file).strip();
            if (text.isEmpty()) {
                throw new Failure(Problem.of(Kind.CONFIGURATION, "The file %s holds no secret".formatted(file)));
            }
            return new Secret(text);
        } catch (IOException e) {
            throw new Failure(Problem.of(Kind.CONFIGURATION, "The file %s cannot be read".formatted(file))
                    .withDetail(e.getClass().getSimpleName()), e);
        }
    }
}
