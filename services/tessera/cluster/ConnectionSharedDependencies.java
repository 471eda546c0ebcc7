package tessera.cluster;

import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import tessera.cluster.credential.AllowedCredentialPlugins;
import tessera.cluster.credential.CredentialPluginRunner;
import tessera.cluster.credential.LoginShellPathReader;
import tessera.cluster.credential.OidcIssuerClient;
import tessera.cluster.kubeconfig.ProcessEnvironment;

/**
 * The services that all connections of the process share.
 *
 * @param environment decides about proxies and trusted authorities
 * @param plugins     runs credential plugins
 * @param issuers     reaches identity providers
 * @param clock       this machine's clock
 * @param userAgent       what the client calls itself, e.g. {@code tessera/0.1.0}
 */
public record ConnectionSharedDependencies(ProcessEnvironment environment, CredentialPluginRunner plugins,
        OidcIssuerClient issuers, Clock clock, String userAgent) {

    private static final Duration SHELL = Duration.ofSeconds(5);
    static final Duration PLUGIN = Duration.ofMinutes(2);
    private static final Duration ISSUER = Duration.ofSeconds(20);

    /** The usual terms, with the credential plugins that the user allowed. */
    public static ConnectionSharedDependencies of(ProcessEnvironment environment, AllowedCredentialPlugins allowed,
            Clock clock) {
        var version = ConnectionSharedDependencies.class.getPackage().getImplementationVersion();
        return new ConnectionSharedDependencies(environment,
                new CredentialPluginRunner(environment, new LoginShellPathReader(environment, SHELL), allowed, PLUGIN),
                new OidcIssuerClient(environment, ISSUER), clock,
                "tessera/" + Objects.requireNonNullElse(version, "development"));
    }

    /** Returns the terms with plugins that cannot reach the user's desktop. */
    public ConnectionSharedDependencies unattended() {
        return new ConnectionSharedDependencies(environment, plugins.unattended(), issuers, clock, userAgent);
    }
}
