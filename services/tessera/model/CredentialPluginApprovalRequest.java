package tessera.model;

import java.util.ArrayList;
import java.util.List;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;

/**
 * A program that a kubeconfig names to get credentials from, as the user is asked about it. Its words are those of whoever wrote the
 * kubeconfig: they are in one line each, cut where they are long, and hold nothing that is obeyed.
 *
 * @param command    as the kubeconfig names it
 * @param program    the file that is run
 * @param arguments  what it is given, as a shell would take it; empty for nothing
 * @param variables  environment variables that are set for it, in the same way
 * @param kubeconfig the file that names it
 * @param user       the entry that names it
 */
public record CredentialPluginApprovalRequest(String command, String program, String arguments, String variables,
        String kubeconfig, String user) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(CredentialPluginApprovalRequest.class);
    private static final int LONGEST = 600;

    public CredentialPluginApprovalRequest {
        command = shortenedText(command);
        program = shortenedText(program);
        arguments = shortenedText(arguments);
        variables = shortenedText(variables);
        kubeconfig = shortenedText(kubeconfig);
        user = shortenedText(user);
    }

    /**
     * A fact and what it is about.
     *
     * @param key  what it is about, in words for programs
     * @param name the same for people
     */
    public record CredentialPluginFact(String key, String name, String valueText) {}

    /** What there is to know before one says yes, in the order in which it matters. */
    public List<CredentialPluginFact> facts() {
        var facts = new ArrayList<CredentialPluginFact>();
        facts.add(new CredentialPluginFact("command", MESSAGES.text("plugin.command"), command));
        facts.add(new CredentialPluginFact("program", MESSAGES.text("plugin.program"), program));
        facts.add(new CredentialPluginFact("arguments", MESSAGES.text("plugin.arguments"),
                OptionalText.orElse(arguments, MESSAGES.text("plugin.no.arguments"))));
        if (!variables.isEmpty()) {
            facts.add(new CredentialPluginFact("variables", MESSAGES.text("plugin.variables"), variables));
        }
        facts.add(new CredentialPluginFact("kubeconfig", MESSAGES.text("plugin.kubeconfig"), kubeconfig));
        facts.add(new CredentialPluginFact("user-entry", MESSAGES.text("plugin.user"), user));
        return facts;
    }

    private static String shortenedText(String text) {
        var line = ForeignTextSanitizer.singleLine(text);
        if (line.length() <= LONGEST) {
            return line;
        }
        return MESSAGES.text("plugin.cut", ForeignTextSanitizer.abbreviate(line, LONGEST), line.length());
    }
}
