package tessera.cluster;

import java.time.Clock;
import java.time.Duration;
import tessera.cluster.credential.AllowedPlugins;
import tessera.cluster.credential.IssuerClient;
import tessera.cluster.credential.LoginShell;
import tessera.cluster.credential.PluginRunner;
import tessera.cluster.kubeconfig.ProcessEnvironment;

/**
 * The terms that all connections of the process share.
 *
 * @param environment decides about proxies and trusted authorities
 * @param plugins     runs credential plugins
 * @param issuers     reaches identity providers
 * @param clock       this machine's clock
 * @param userAgent       what the client calls itself, e.g. {@code tessera/0.1.0}
 */
public record ConnectionTerms(ProcessEnvironment environment, PluginRunner plugins, IssuerClient issuers,
        Clock clock, String userAgent) {

    private static final Duration SHELL = Duration.ofSeconds(5);
    private static final Duration PLUGIN = Duration.ofMinutes(2);
    private static final Duration ISSUER = Duration.ofSeconds(20);

    /** The usual terms, with the credential plugins that the user allowed. */
    public static ConnectionTerms of(ProcessEnvironment environment, AllowedPlugins allowed, Clock clock) {
        var version = ConnectionTerms.class.getPackage().getImplementationVersion();
        return new ConnectionTerms(environment,
                new PluginRunner(environment, new LoginShell(environment, SHELL), allowed, PLUGIN),
                new IssuerClient(environment, ISSUER), clock,
                "tessera/" + (version == null ? "development" : version));
    }

    /** Returns the terms with plugins that cannot reach the user's desktop. */
    public ConnectionTerms unattended() {
        return new ConnectionTerms(environment, plugins.unattended(), issuers, clock, userAgent);
    }
}
