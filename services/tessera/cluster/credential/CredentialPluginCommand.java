package tessera.cluster.credential;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tessera.cluster.kubeconfig.KubeconfigUserEntry.ExecPluginSpec;
import tessera.cluster.kubeconfig.SecretText;
import tessera.model.CredentialPluginApprovalRequest;
import tessera.model.ShellWordQuoter;

/**
 * A credential plugin with all by which somebody else decides what it does.
 *
 * @param program the file that is run
 * @param config  what the cluster's entry has for it, as JSON; empty when it is told nothing of the cluster
 */
public record CredentialPluginCommand(ExecPluginSpec plugin, Path program, String config) {

    private static final Pattern SECRET = Pattern
            .compile("(?i)((?:--)?[A-Z0-9_-]*(?:secret|" + "token|password))=[A-Z0-9_.~+=-]++");

    /**
     * What tells this call from all others. The program alone would not do: who allowed {@code sh} for one kubeconfig would have
     * allowed any script of any other, and a harmless program runs others when a variable such as {@code LD_PRELOAD} or
     * {@code AWS_CONFIG_FILE} says so. Nor would the words without the file and its entry: another may send what the plugin hands
     * out to another server. Arguments may be secrets, so that only this is kept of them.
     */
    String digest() {
        var parts = new ArrayList<String>();
        parts.add(plugin.kubeconfig().toString());
        parts.add(plugin.user());
        parts.add(plugin.command());
        parts.add(program.toString());
        parts.add(Integer.toString(plugin.arguments().size()));
        plugin.arguments().forEach(argument -> parts.add(argument.reveal()));
        new TreeMap<>(plugin.variables()).forEach((name, value) -> parts.addAll(List.of(name, value.reveal())));
        parts.add(config);
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            for (var part : parts) {
                var bytes = part.getBytes(StandardCharsets.UTF_8);
                // Its length before it: two words are not one.
                digest.update((bytes.length + ":").getBytes(StandardCharsets.UTF_8));
                digest.update(bytes);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * As the user is asked about it. What is run has to be seen: only values that can be nothing but a secret are hidden, since
     * whoever wrote the kubeconfig may call anything a secret.
     */
    public CredentialPluginApprovalRequest request() {
        var arguments = plugin.arguments().stream().map(SecretText::reveal).map(CredentialPluginCommand::visibleText)
                .collect(Collectors.joining(" "));
        var variables = new TreeMap<>(plugin.variables()).entrySet().stream()
                .map(each -> visibleText(each.getKey() + "=" + each.getValue().reveal()))
                .collect(Collectors.joining(" "));
        return new CredentialPluginApprovalRequest(plugin.command(), program.toString(), arguments, variables,
                plugin.kubeconfig().toString(), plugin.user());
    }

    private static String visibleText(String word) {
        var secret = SECRET.matcher(word);
        return secret.matches() ? secret.group(1) + "=(hidden)" : ShellWordQuoter.quote(word);
    }
}
