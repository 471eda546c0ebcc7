package tessera.cluster.credential;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import tessera.cluster.kubeconfig.KubeconfigUserEntry.ExecPluginSpec;
import tessera.cluster.kubeconfig.ProcessEnvironment;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;

/**
 * Runs credential plugins: finds them, passes them the promised environment, and ends them after a timeout. What
 * they complain about is shown, without what looks like a secret.
 */
public final class CredentialPluginRunner {

    private static final int LARGEST_ANSWER = 1 << 20;
    private static final int LARGEST_COMPLAINT = 64 << 10;

    /** By these a program finds the user's desktop, and with it a browser. */
    private static final Set<String> DESKTOP = Set.of("DISPLAY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR",
            "XDG_CURRENT_DESKTOP", "DESKTOP_SESSION", "DBUS_SESSION_BUS_ADDRESS", "WSL_INTEROP");
    private static final Duration MOST_UNATTENDED = Duration.ofSeconds(30);

    private final ProcessEnvironment environment;
    private final ExecutablePathSearch search;
    private final CredentialPluginConsentCheck consent;
    private final Duration timeout;
    private final boolean unattended;

    /**
     * Of a user.
     *
     * @param allowed  the plugins that the user allowed
     * @param timeout how long a plugin may take; some wait for the user in a browser
     */
    public CredentialPluginRunner(ProcessEnvironment environment, LoginShellPathReader shell,
            AllowedCredentialPlugins allowed, Duration timeout) {
        this(environment,
                new CredentialPluginConsentCheck(environment, new ExecutablePathSearch(environment, shell), allowed),
                timeout, false);
    }

    private CredentialPluginRunner(ProcessEnvironment environment, CredentialPluginConsentCheck consent,
            Duration timeout, boolean unattended) {
        this.environment = environment;
        this.search = consent.search();
        this.consent = consent;
        this.timeout = timeout;
        this.unattended = unattended;
    }

    /**
     * Returns a runner for unattended use: plugins cannot open a browser, and have a short timeout.
     */
    public CredentialPluginRunner unattended() {
        return new CredentialPluginRunner(environment, consent,
                timeout.compareTo(MOST_UNATTENDED) < 0 ? timeout : MOST_UNATTENDED, true);
    }

    /** What the user allows to be run. */
    public CredentialPluginConsentCheck consent() {
        return consent;
    }

    /** Returns whether a desktop can be hidden from a program here; on macOS and Windows it needs nothing to find it. */
    public static boolean canHideDesktop() {
        return !System.getProperty("os.name", "").toLowerCase(Locale.ROOT).matches("(windows|mac).*");
    }

    /**
     * Runs a plugin that the user allowed, and returns what it printed.
     *
     * @param config what the cluster's entry has for it
     * @param info   the {@code KUBERNETES_EXEC_INFO} it is told
     */
    String run(ExecPluginSpec plugin, String config, String info) throws ProblemException, InterruptedException {
        if (plugin.needsTerminal()) {
            throw new ProblemException(OperationProblemKind.CONFIGURATION,
                    new CredentialReason.PluginNeedsTerminal(plugin.command()));
        }
        var file = search.find(plugin.command(), plugin.folder()).orElse(null);
        if (file == null) {
            throw notFound(plugin);
        }
        consent.require(new CredentialPluginCommand(plugin, file, config));
        try {
            return awaitOutput(plugin, startProcess(plugin, file, info));
        } catch (IOException e) {
            throw new ProblemException(Problem
                    .of(OperationProblemKind.CONFIGURATION, new CredentialReason.PluginStartFailed(plugin.command()))
                    .withDetail(CredentialTextRedactor.lastLines(String.valueOf(e.getMessage())))
                    .withRemedy(plugin.installHint()), e);
        }
    }

    private Process startProcess(ExecPluginSpec plugin, Path file, String info)
            throws IOException, InterruptedException {
        var command = new ArrayList<String>();
        command.add(file.toString());
        plugin.arguments().forEach(argument -> command.add(argument.reveal()));
        var builder = new ProcessBuilder(command);
        var variables = builder.environment();
        variables.clear();
        variables.putAll(environment.variables());
        variables.put("PATH", search.searchPath());
        plugin.variables().forEach((name, value) -> variables.put(name, value.reveal()));
        variables.put("KUBERNETES_EXEC_INFO", info);
        if (unattended) {
            variables.keySet().removeAll(DESKTOP);
            variables.put("BROWSER", "false");
        }
        return builder.start();
    }

    private String awaitOutput(ExecPluginSpec plugin, Process process)
            throws ProblemException, InterruptedException, IOException {
        try {
            process.getOutputStream().close();
            var answer = ProgramOutputCapture.start(process.getInputStream(), LARGEST_ANSWER);
            var outputCapture = ProgramOutputCapture.start(process.getErrorStream(), LARGEST_COMPLAINT);
            boolean ended = process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS);
            if (!ended) {
                endProcess(process);
            }
            var text = CredentialTextRedactor.lastLines(new String(outputCapture.awaitBytes(), StandardCharsets.UTF_8));
            if (!ended) {
                throw new ProblemException(Problem
                        .of(OperationProblemKind.TIMEOUT,
                                new CredentialReason.PluginTimedOut(plugin.command(), Math.max(1, timeout.toSeconds())))
                        .withDetail(text));
            }
            if (process.exitValue() != 0) {
                throw new ProblemException(Problem
                        .of(OperationProblemKind.UNAUTHENTICATED,
                                new CredentialReason.PluginFailed(plugin.command(), process.exitValue()))
                        .withDetail(text).withRemedy(plugin.installHint()));
            }
            return new String(answer.awaitBytes(), StandardCharsets.UTF_8);
        } finally {
            endProcess(process);
        }
    }

    /** Ends the plugin before its children, as a shell would still report how they ended. */
    private static void endProcess(Process process) {
        var children = process.descendants().toList();
        process.destroyForcibly();
        children.forEach(ProcessHandle::destroyForcibly);
    }

    private ProblemException notFound(ExecPluginSpec plugin) throws InterruptedException {
        var searched = plugin.command().contains("/") ? new CredentialReason.PluginFolder(plugin.folder().toString())
                : search.searchedPath();
        var problem = Problem
                .of(OperationProblemKind.CONFIGURATION, new CredentialReason.PluginNotFound(plugin.command()))
                .withDetail(searched.text());
        return new ProblemException(
                plugin.installHint().isEmpty() ? problem : problem.withRemedy(plugin.installHint()));
    }
}
