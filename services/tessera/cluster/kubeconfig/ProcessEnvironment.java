package tessera.cluster.kubeconfig;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a process inherits: it decides where kubeconfig files are, and where credential plugins are looked for.
 *
 * @param variables the environment variables
 * @param home      the user's home folder
 * @param folder    what relative paths of the command line and of {@code KUBECONFIG} are relative to
 * @param explicit  the kubeconfig named on the command line, which then is the only one; null when none is
 * @param added     kubeconfigs that the user added to the others
 */
public record ProcessEnvironment(Map<String, String> variables, Path home, Path folder, @Nullable Path explicit,
        List<Path> added) {

    /** The option by which logins may be sent without TLS. */
    public static final String PLAIN_HTTP = "--insecure-http";
    private static final String KUBECONFIG = "KUBECONFIG";
    private static final String ALLOWED = "TESSERA_INSECURE_HTTP";
    /** The option by which credential plugins may be run that nobody was asked about. */
    public static final String ALLOW_PLUGIN = "--allow-exec-plugin";
    /** The variable for the same. */
    public static final String ALLOWED_PLUGINS = "TESSERA_ALLOW_EXEC_PLUGINS";

    public ProcessEnvironment {
        variables = Map.copyOf(variables);
        added = List.copyOf(added);
    }

    /** With nothing added. */
    public ProcessEnvironment(Map<String, String> variables, Path home, Path folder, @Nullable Path explicit) {
        this(variables, home, folder, explicit, List.of());
    }

    /** With other kubeconfigs added. */
    public ProcessEnvironment with(List<Path> others) {
        return new ProcessEnvironment(variables, home, folder, explicit, others);
    }

    /** Of the running process. Its home is where {@code HOME} says, as for kubectl. */
    public static ProcessEnvironment ofThisProcess() {
        var home = System.getenv().getOrDefault("HOME", "");
        return new ProcessEnvironment(System.getenv(),
                Path.of(home.isBlank() ? System.getProperty("user.home", "") : home), Path.of("").toAbsolutePath(),
                null);
    }

    /** The same with one kubeconfig named, or none. */
    public ProcessEnvironment naming(@Nullable Path kubeconfig) {
        return new ProcessEnvironment(variables, home, folder, kubeconfig, added);
    }

    /** The same where logins may be sent without TLS to other machines. */
    public ProcessEnvironment allowingPlainHttp() {
        var more = new HashMap<>(variables);
        more.put(ALLOWED, "1");
        return new ProcessEnvironment(more, home, folder, explicit, added);
    }

    /** The same where some more credential plugins may be run without a question. */
    public ProcessEnvironment allowingPlugins(List<String> commands) {
        var more = new HashMap<>(variables);
        more.merge(ALLOWED_PLUGINS, String.join(",", commands), (one, other) -> one + "," + other);
        return new ProcessEnvironment(more, home, folder, explicit, added);
    }

    /** The credential plugins that may be run without a question, as names or paths. */
    public List<String> allowedPlugins() {
        return Stream.of(variable(ALLOWED_PLUGINS).split(",", -1)).map(String::strip)
                .filter(command -> !command.isEmpty()).toList();
    }

    /** Whether logins may be sent without TLS to other machines. */
    public boolean allowsPlainHttp() {
        return variable(ALLOWED).equals("1");
    }

    /** The variable's value, empty when it is not set. */
    public String variable(String name) {
        return variables.getOrDefault(name, "");
    }

    /** The kubeconfig files in kubectl's order, whether or not they exist. */
    public List<Path> kubeconfigFiles() {
        if (explicit != null) {
            return List.of(folder.resolve(explicit));
        }
        var files = new LinkedHashSet<Path>();
        for (var part : variable(KUBECONFIG).split(Pattern.quote(java.io.File.pathSeparator), -1)) {
            if (!part.isBlank()) {
                addPath(files, part);
            }
        }
        if (files.isEmpty()) {
            files.add(home.resolve(".kube").resolve("config"));
        }
        added.forEach(file -> files.add(folder.resolve(file).normalize()));
        return List.copyOf(files);
    }

    /** Whether a missing file is worth telling: only the one on the command line was promised to exist. */
    boolean mustExist() {
        return explicit != null;
    }

    /** Whether the user said by a variable where kubeconfig files are. */
    boolean namesFiles() {
        return explicit == null && !variable(KUBECONFIG).isBlank();
    }

    private void addPath(LinkedHashSet<Path> files, String part) {
        try {
            files.add(folder.resolve(part).normalize());
        } catch (InvalidPathException _) {
            // kubectl skips what does not exist, and what is no path cannot exist.
        }
    }
}
