package tessera.lint.fix;

import java.util.List;
import java.util.Optional;
import tessera.lint.finding.LintFix;
import tessera.lint.source.ManifestEditor;
import tessera.lint.source.ManifestValue;
import tessera.model.SpellingSuggestions;

/** Edits of names of ports. */
public final class PortFixes {

    private PortFixes() {}

    /** Whether a port is said by a name that is none of these. */
    public static boolean unknown(ManifestValue port, List<String> names) {
        return !port.text().isEmpty() && !port.unfilled() && !port.text().matches("\\d+")
                && !names.contains(port.text());
    }

    /** The name that was meant: the only one, or one that is like it. */
    public static List<LintFix> meant(ManifestValue port, List<String> names) {
        var meant = names.size() == 1 ? Optional.of(names.getFirst())
                : SpellingSuggestions.mistyped(port.text(), names);
        return meant.flatMap(name -> ManifestEditor.fix("Write " + name, ManifestEditor.replace(port, name))).stream()
                .toList();
    }
}
