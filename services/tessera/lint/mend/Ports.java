package tessera.lint.mend;

import java.util.List;
import java.util.Optional;
import tessera.lint.finding.Fix;
import tessera.lint.source.Edits;
import tessera.lint.source.Value;
import tessera.model.NearNames;

/** Edits of names of ports. */
public final class Ports {

    private Ports() {}

    /** Whether a port is said by a name that is none of these. */
    public static boolean unknown(Value port, List<String> names) {
        return !port.text().isEmpty() && !port.unfilled() && !port.text().matches("\\d+")
                && !names.contains(port.text());
    }

    /** The name that was meant: the only one, or one that is like it. */
    public static List<Fix> meant(Value port, List<String> names) {
        var meant = names.size() == 1 ? Optional.of(names.getFirst()) : NearNames.mistyped(port.text(), names);
        return meant.flatMap(name -> Edits.fix("Write " + name, Edits.replace(port, name))).stream().toList();
    }
}
