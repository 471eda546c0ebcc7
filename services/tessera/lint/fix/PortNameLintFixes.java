package tessera.lint.fix;

import java.util.List;
import java.util.Optional;
import tessera.lint.finding.LintFix;
import tessera.lint.source.ManifestSourceEditor;
import tessera.lint.source.ManifestValue;
import tessera.model.SpellingSuggestionFinder;
import tessera.text.MessageCatalog;

/** Fixes for names of ports. */
public final class PortNameLintFixes {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PortNameLintFixes.class);

    private PortNameLintFixes() {}

    /** Returns whether a port is given by a name that is none of these. */
    public static boolean isUnknown(ManifestValue port, List<String> names) {
        return !port.text().isEmpty() && !port.isTemplated() && !port.text().matches("\\d+")
                && !names.contains(port.text());
    }

    /** Returns fixes to the intended name: the only one, or one with a similar spelling. */
    public static List<LintFix> toMeantName(ManifestValue port, List<String> names) {
        var meant = names.size() == 1 ? Optional.of(names.getFirst())
                : SpellingSuggestionFinder.findMistyped(port.text(), names);
        return meant.flatMap(name -> ManifestSourceEditor.fixOf(MESSAGES.text("fix.write", name),
                ManifestSourceEditor.replace(port, name))).stream().toList();
    }
}
