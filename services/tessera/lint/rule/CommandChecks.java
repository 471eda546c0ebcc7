package tessera.lint.rule;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.lint.finding.LintFix;
import tessera.lint.finding.TextEdit;
import tessera.lint.manifest.KubeObject;
import tessera.lint.manifest.PodTemplate;
import tessera.lint.manifest.TemplateContainer;
import tessera.lint.rule.FieldFacts.Mistake;
import tessera.lint.source.BlockEditor;
import tessera.lint.source.ManifestEditor;
import tessera.lint.source.ManifestValue;
import tessera.lint.source.SourceText.Position;
import tessera.model.BoundedCharSequence;

/** What pods run in a shell, and scripts in ConfigMaps. */
final class CommandChecks implements LintCheck {

    private static final String RULE = "command-futile";
    private static final Pattern COMMENT = Pattern.compile("(?m)^[ \\t]*#.*$");
    private static final String DAEMON = "daemon";
    private static final Pattern CONTINUED = Pattern.compile("\\\\\\r?\\n");
    private static final Pattern CONTAINERD = Pattern.compile("(?s).*\\.toml|.*containerd.*");
    private static final Pattern SCRIPT = Pattern.compile("#!\\S*(?:/| )(?:ba|da|k|z)?sh\\b[\\s\\S]*");

    @Override
    public void object(KubeObject object, CheckContext look) {
        if (object.is("", "ConfigMap")) {
            object.at("data").entries().forEach(entry -> {
                var script = new ShellText(entry.value(), entry.value().text(), "", look);
                if (entry.name().endsWith(".sh") || SCRIPT.matcher(script.text()).matches()) {
                    script.all();
                } else if (CONTAINERD.matcher(entry.name()).matches() || docker(entry, look)) {
                    script.noted("runtimes", script.text());
                }
            });
        }
    }

    /** Docker reads such a text where it is called daemon.json, there or where it is mounted. */
    private static boolean docker(ManifestValue.MappingEntry entry, CheckContext look) {
        return entry.value().text().stripLeading().startsWith("{") && !entry.name().contains(DAEMON)
                && look.manifest().objects().stream().flatMap(object -> object.templates().stream())
                        .noneMatch(template -> called(template, entry.name()));
    }

    private static boolean called(PodTemplate template, String key) {
        var items = template.spec().at("volumes").items().stream().flatMap(volume -> volume.at("configMap", "items")
                .items().stream()).filter(item -> item.at("key").text().equals(key)).map(item -> item.at("path"));
        var mounts = template.allContainers().stream().flatMap(container -> container.value().at("volumeMounts")
                .items().stream()).filter(mount -> mount.at("subPath").text().equals(key))
                .map(mount -> mount.at("mountPath"));
        return Stream.concat(items, mounts).anyMatch(path -> path.text().contains(DAEMON));
    }

    @Override
    public void container(TemplateContainer container, PodTemplate template, CheckContext look) {
        var value = container.value();
        var run = Stream.of(value.at("lifecycle", "postStart"), value.at("lifecycle", "preStop"),
                value.at("startupProbe"), value.at("readinessProbe"), value.at("livenessProbe"))
                .map(each -> each.at("exec", "command"));
        var around = template.object().name() + "\n" + template.allContainers().stream().map(TemplateContainer::words)
                .collect(Collectors.joining("\n"));
        run.forEach(words -> words(words, around, look));
        var arguments = value.at("args");
        boolean found = words(value.at("command"), around, look);
        found |= words(arguments, around, look);
        if (!found && value.at("command").isList() && arguments.isList() && !container.words().contains("\n")) {
            new ShellText(arguments, container.words(), around, look).all();
        }
    }

    /** A script is one word; a command may be spread over many. */
    private static boolean words(ManifestValue words, String around, CheckContext look) {
        boolean found = false;
        for (var word : words.items()) {
            found |= new ShellText(word, word.text(), around, look).all();
        }
        return found || (words.isList()
                && new ShellText(words, words.texts().stream().collect(Collectors.joining(" ")), around, look).all());
    }

    /**
     * One text for a shell.
     *
     * @param around what else its pod is called and runs: it tells what a command is for
     */
    private record ShellText(ManifestValue value, String text, String around, CheckContext look) {

        boolean all() {
            var quiet = CONTINUED.matcher(COMMENT.matcher(text).replaceAll(ShellText::blank))
                    .replaceAll(ShellText::blank);
            boolean found = false;
            for (var mistake : look.facts().all("commands")) {
                for (var match : matches(mistake, quiet)) {
                    found = true;
                    var written = text.substring(match.start(), match.end());
                    look.note(RULE, place(match), "“%s”: %s".formatted(shortened(written), mistake.reason()),
                            mended(match, mistake));
                }
            }
            for (var mistake : look.facts().all("exports")) {
                var matches = matches(mistake, quiet);
                // Several give each of several processes a device of its own.
                if (matches.size() == 1) {
                    found = true;
                    look.note(mistake.right(), place(matches.getFirst()), mistake.reason(),
                            without(matches.getFirst()));
                }
            }
            return noted("handmade", quiet) || found;
        }

        /** Mistakes that are of rules of their own. */
        boolean noted(String facts, String quiet) {
            boolean found = false;
            for (var mistake : look.facts().all(facts)) {
                for (var match : matches(mistake, quiet)) {
                    found = true;
                    look.note(mistake.right(), place(match), mistake.reason(), Optional.empty());
                }
            }
            return found;
        }

        /** Those that are found before it takes too long. */
        private List<MatchResult> matches(Mistake mistake, String quiet) {
            var found = new ArrayList<MatchResult>();
            try {
                mistake.wrong().matcher(BoundedCharSequence.of(quiet + "\n;\n" + around)).results()
                        .filter(match -> match.end() <= quiet.length()).forEach(found::add);
            } catch (BoundedCharSequence.ReadLimitException | StackOverflowError _) {
                return found;
            }
            return found;
        }

        private static String blank(MatchResult result) {
            return Matcher.quoteReplacement(result.group().replaceAll("[^\\n]|\\n", " "));
        }

        private static String shortened(String written) {
            var line = written.strip().replaceAll("\\s+", " ");
            return line.length() > 60 ? line.substring(0, 57) + "…" : line;
        }

        /** Counted from 1. */
        private int line(MatchResult match) {
            return 1 + (int) text.substring(0, match.start()).chars().filter(each -> each == '\n').count();
        }

        private Position place(MatchResult match) {
            if (value.blockLine() == 0) {
                return value.position();
            }
            int column = match.start() - text.lastIndexOf('\n', match.start() - 1);
            return new Position(value.blockLine() + line(match) - 1, new BlockEditor(value).indent() + column);
        }

        private Optional<LintFix> mended(MatchResult match, Mistake mistake) {
            var written = text.substring(match.start(), match.end());
            if (mistake.right().isEmpty() || written.contains("\n") || !value.isText()) {
                return Optional.empty();
            }
            var right = match.groupCount() == 0 ? mistake.right() : mistake.right().replace("$1", match.group(1));
            return ManifestEditor.fix("Write “%s”".formatted(shortened(right)),
                    value.blockLine() > 0 ? other(match, right)
                            : ManifestEditor.replace(value, written, right));
        }

        private List<TextEdit> other(MatchResult match, String right) {
            var inner = new BlockEditor(value);
            int number = line(match);
            int column = match.start() - text.lastIndexOf('\n', match.start() - 1) - 1;
            var line = inner.line(number);
            return inner.replace(number, (line.substring(0, column) + right
                    + line.substring(column + match.end() - match.start())).strip());
        }

        private Optional<LintFix> without(MatchResult match) {
            var inner = new BlockEditor(value);
            boolean alone = inner.block() && inner.lines() > 1
                    && inner.line(line(match)).strip().equals(match.group().strip());
            return alone ? ManifestEditor.fix("Take the line away", inner.remove(line(match), line(match)))
                    : Optional.empty();
        }
    }
}
