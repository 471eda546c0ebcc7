package tessera.lint.manifest;

import java.util.OptionalInt;
import java.util.regex.Pattern;
import tessera.lint.source.ManifestValue;
import tessera.model.ObjectRef;

/** A field of an object that a server's message names, such as {@code spec.containers[0].image}. */
public final class ServerMessageFieldLocator {

    private static final Pattern PATH = Pattern
            .compile("(?<![\\w/.-])\\.?([A-Za-z][A-Za-z0-9]*+)((?:\\.[\\w-]++|\\[[^\\[\\]\\s]*+\\])++)");
    private static final Pattern STEP = Pattern.compile("\\.([\\w-]++)|\\[([^\\[\\]]*+)\\]");
    /** An entry of a list that is named by what it says. */
    private static final Pattern ENTRY = Pattern.compile("(\\w+)=\"?([^\"]*)\"?");

    private ServerMessageFieldLocator() {}

    /**
     * Returns the line of the first named field or of its nearest written parent; empty if the message names none.
     *
     * @param text of a manifest
     */
    public static OptionalInt findLine(String text, ObjectRef object, String words) {
        // One that the server is to name says no name.
        return KubernetesManifest.read(text).objects().stream()
                .filter(each -> each.kind().equals(object.kind())
                        && (each.name().isEmpty() || each.name().equals(object.name())))
                .findFirst().map(each -> findLine(each.root(), words)).orElse(OptionalInt.empty());
    }

    private static OptionalInt findLine(ManifestValue root, String text) {
        return PATH.matcher(text).results().filter(path -> root.at(path.group(1)).isWritten())
                .mapToInt(path -> valueAt(root.at(path.group(1)), path.group(2)).position().line()).findFirst();
    }

    private static ManifestValue valueAt(ManifestValue start, String path) {
        var value = start;
        var steps = STEP.matcher(path);
        while (steps.find()) {
            var next = steps.group(1) == null ? entryByName(value, steps.group(2)) : value.at(steps.group(1));
            if (!next.isWritten()) {
                break;
            }
            value = next;
        }
        return value;
    }

    private static ManifestValue entryByName(ManifestValue list, String name) {
        var said = ENTRY.matcher(name);
        if (said.matches()) {
            return list.items().stream().filter(value -> value.at(said.group(1)).text().equals(said.group(2)))
                    .findFirst().orElse(list.at(name));
        }
        return list.at(name);
    }
}
