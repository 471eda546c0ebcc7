import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What is known of the licences of Go modules, by their names: {@code packaging/notices} has it, the texts each once. Nothing of a
 * licence is in what Go compiles.
 */
record GoLicences(Map<String, Known> modules) {

    private static final Path FOLDER = Path.of("packaging", "notices");
    private static final Path MODULES = FOLDER.resolve("modules.json");

    /**
     * What is known of one.
     *
     * @param licence an SPDX expression; none where nothing was found
     * @param parts   usually one, or none where nothing was found
     * @param also    names of what has to be told with the licence: notices, grants of patents
     * @param version which was read; none where nobody knows
     * @param read    where
     * @param note    what else is to be known of what was read; none as a rule
     */
    record Known(String module, String licence, List<Part> parts, List<String> also, String version, String read,
            String note) {

        Known {
            parts = parts == null ? List.of() : parts;
            also = also == null ? List.of() : also;
        }

        List<String> holders() {
            return parts.stream().flatMap(part -> part.copyright().stream()).distinct().toList();
        }
    }

    /**
     * What is under one licence.
     *
     * @param of        which files; none if it is the module
     * @param text      the name of the text
     * @param copyright lines that the text is to be told with
     */
    record Part(String of, String text, List<String> copyright) {

        Part {
            copyright = copyright == null ? List.of() : copyright;
        }
    }

    static GoLicences kept() throws IOException {
        var modules = new TreeMap<String, Known>();
        for (var known : new JsonMapper().readValue(MODULES.toFile(), Known[].class)) {
            modules.put(known.module(), known);
        }
        return new GoLicences(modules);
    }

    /** One of which nothing is written down, not even that nothing was found, ends it. */
    Known of(String module) {
        var known = modules.get(module);
        if (known == null) {
            throw new IllegalStateException("%s is compiled in, and nothing is known of its licence: put it into %s".formatted(
                    module, MODULES));
        }
        return known;
    }

    /** The texts that these modules are told with, by their names. */
    Map<String, String> texts(Iterable<String> told) throws IOException {
        var names = new TreeSet<String>();
        for (var module : told) {
            of(module).parts().forEach(part -> names.add(part.text()));
            names.addAll(of(module).also());
        }
        var texts = new LinkedHashMap<String, String>();
        for (var name : names) {
            texts.put(name, Files.readString(FOLDER.resolve("texts").resolve(name + ".txt")));
        }
        return texts;
    }

    /** What is told of a module of which this version is shipped. */
    String words(GoModules.Module shipped) {
        var known = of(shipped.name());
        if (known.parts().isEmpty()) {
            return "%s: not known. Neither a text of its licence nor a copyright line was found.\n".formatted(shipped.words());
        }
        var words = new StringBuilder("%s: %s\n".formatted(shipped.words(), known.licence()));
        for (var part : known.parts()) {
            part.copyright().forEach(line -> words.append("    ").append(line).append('\n'));
            words.append("    Text: ").append(part.text());
            words.append(part.of() == null ? "\n" : ", for %s\n".formatted(part.of()));
        }
        known.also().forEach(name -> words.append("    Text: ").append(name).append('\n'));
        if (known.holders().isEmpty()) {
            words.append("    Its licence names no holder.\n");
        }
        return words.append("    Read in ").append(known.read()).append(doubt(known, shipped)).append('\n').toString();
    }

    private static String doubt(Known known, GoModules.Module shipped) {
        var note = known.note() == null ? "" : "; " + known.note();
        if (known.version() == null) {
            return ", of which version is not known" + note;
        }
        return (known.version().equals(shipped.version()) ? "" : ", which is %s and not the version shipped".formatted(
                known.version())) + note;
    }
}
