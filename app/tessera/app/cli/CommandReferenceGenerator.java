package tessera.app.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tessera.text.MessageCatalog;

/** The command reference as Markdown and as man pages, generated from the help of the commands. */
final class CommandReferenceGenerator {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(CommandReferenceGenerator.class);

    private final List<CommandHelpPage> pages;

    /** @param pages the page of {@code tessera} itself first */
    CommandReferenceGenerator(List<CommandHelpPage> pages) {
        this.pages = pages;
    }

    /** Returns one Markdown document with a section for each command. */
    String toMarkdown() {
        var text = new StringBuilder("# ").append(MESSAGES.text("reference.title")).append("\n\n")
                .append(MESSAGES.text("reference.intro")).append('\n');
        pages.forEach(page -> appendMarkdown(text, page));
        text.append("\n## ").append(MESSAGES.text("reference.globalOptions")).append("\n\n")
                .append(optionTable(pages.getFirst().globalOptions()));
        return text.toString();
    }

    private static void appendMarkdown(StringBuilder text, CommandHelpPage page) {
        text.append("\n## ").append(page.path()).append("\n\n").append(markdownText(page.description())).append("\n\n")
                .append("```\n").append(page.path()).append(' ').append(page.synopsis()).append("\n```\n");
        if (!page.subcommands().isEmpty()) {
            text.append("\nCommands:\n\n");
            page.subcommands().forEach(name -> text.append("- [%s](#%s)\n".formatted(name,
                    (page.path() + " " + name).toLowerCase(Locale.ROOT).replace(' ', '-'))));
        }
        var own = new ArrayList<>(page.operands());
        own.addAll(page.options());
        if (!own.isEmpty()) {
            text.append('\n').append(optionTable(own));
        }
    }

    private static String optionTable(List<CommandHelpPage.OptionOrOperandHelp> entries) {
        var table = new StringBuilder("| option | |\n").append("| --- | --- |\n");
        entries.forEach(helpPageEntry -> table.append("| `%s` | %s |\n"
                .formatted(helpPageEntry.term().replace("|", "\\|"), markdownText(helpPageEntry.description()))));
        return table.toString();
    }

    private static String markdownText(String text) {
        return text.replace("|", "\\|").replace("<", "&lt;");
    }

    /**
     * Writes a man page for each command, named for example {@code tessera-plan-drain.1}.
     *
     * @throws IOException if a page cannot be written
     */
    void writeManPages(Path folder) throws IOException {
        Files.createDirectories(folder);
        for (var page : pages) {
            Files.writeString(folder.resolve(manName(page.path()) + ".1"), manPage(page));
        }
    }

    private static String manName(String path) {
        return path.replace(' ', '-');
    }

    private String manPage(CommandHelpPage page) {
        var text = new StringBuilder(".TH %s 1 \"\" \"%s\" \"%2$s Manual\"\n"
                .formatted(manName(page.path()).toUpperCase(Locale.ROOT), "Tessera"));
        text.append(".SH NAME\n")
                .append("%s \\- %s\n".formatted(roffText(manName(page.path())), roffText(page.description())));
        text.append(".SH SYNOPSIS\n.B %s\n%s\n".formatted(roffText(page.path()), roffText(page.synopsis())));
        appendSection(text, "OPERANDS", page.operands());
        appendSection(text, "OPTIONS", page.options());
        appendSection(text, "GLOBAL OPTIONS", page.globalOptions());
        var related = pages.stream().map(CommandHelpPage::path)
                .filter(path -> path.startsWith(page.path() + " ") || page.path().startsWith(path + " "))
                .map(path -> ".BR %s (1)".formatted(roffText(manName(path)))).toList();
        if (!related.isEmpty()) {
            text.append(".SH SEE ALSO\n").append(String.join(",\n", related)).append('\n');
        }
        return text.toString();
    }

    private static void appendSection(StringBuilder text, String heading,
            List<CommandHelpPage.OptionOrOperandHelp> entries) {
        if (entries.isEmpty()) {
            return;
        }
        text.append(".SH ").append(heading).append('\n');
        entries.forEach(helpPageEntry -> text.append(
                ".TP\n.B %s\n%s\n".formatted(roffText(helpPageEntry.term()), roffText(helpPageEntry.description()))));
    }

    /** Escapes what roff would obey: backslashes, hyphens, and a dot or quote that begins a line. */
    private static String roffText(String text) {
        var escaped = text.replace("\\", "\\e").replace("-", "\\-");
        return escaped.startsWith(".") || escaped.startsWith("'") ? "\\&" + escaped : escaped;
    }
}
