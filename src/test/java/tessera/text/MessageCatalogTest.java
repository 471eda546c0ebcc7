package tessera.text;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.io.StringReader;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Holds sentences and the code that tells them together, and keeps sentences plain. */
class MessageCatalogTest {

    private static final int WORDS = 25;
    private static final Pattern COMMENT = Pattern.compile("(?s)(?<![\"*])/\\*.*?\\*/|(?m)^\\s*//[^\\n]*$");
    private static final Pattern LITERAL = Pattern.compile("(?s)\"\"\"(.*?)\"\"\"|\"((?:[^\"\\\\\\n]|\\\\.)*)\"");
    private static final Pattern TOLD = Pattern
            .compile("\\bMESSAGES\\s*\\.(?:text|reason|searchTexts)\\(\\s*\"([^\"]+)\"");
    /** A title of an enum constant that is told by its key. */
    private static final Pattern TITLED = Pattern
            .compile("(?m)^ {4,}[A-Z][A-Z0-9_]*\\(\"([a-zA-Z][\\w-]*\\.[\\w.-]+)\"");
    private static final Pattern TITLE_KEY = Pattern.compile("private final String (?:title|text)Key;");
    /** A sentence that is told with its remedy. */
    private static final Pattern REMEDIED = Pattern.compile("\\bMESSAGES\\s*\\.reason\\(\\s*\"([^\"]+)\"");
    /** What the command line's library asks for by names of its own. */
    private static final Pattern HELP = Pattern
            .compile("tessera[\\w.-]*\\.usage\\.description|mixinStandardHelpOptions\\.\\w+");
    /** A group or an escape of a regular expression: no sentence has either. */
    private static final Pattern REGEX = Pattern.compile("\\(\\?|\\\\\\\\[a-zA-Z.|]");
    private static final Pattern ID = Pattern.compile("\"(?:id|code|text|action)\": \"([\\w.-]+)\"");
    private static final List<String> DATA_TEXTS = List.of("", ".title", ".why", ".remedy", ".sentence", ".name",
            ".because", ".help", ".description", ".reopens", ".before", ".headline", ".guess");
    private static final Pattern SENTENCE_END = Pattern.compile("(?<=[.:?!])[\\s{}]+|\\n");
    private static final Pattern ENTRY = Pattern.compile("(?m)^([A-Za-z][\\w.-]*)\\s*=");
    /** A word of prose: no part of a name, path, option or assignment. */
    private static final Pattern WORD = Pattern.compile("(?<![\\w/.\\-$%{])[A-Za-z][a-z'’]*(?![\\w/.\\-=:}(])");
    private static final Pattern RIDDLE = Pattern.compile(
            "(?i)\\b(nobody|heeds?|anew|whoever|such as there (?:is|are)|(?:is|are) to end|of one's own|by now|"
                    + "as it comes|have it become|meanwhile|is no name of|nothing is wanted|if nothing is said|taken back|"
                    + "made again|shall|is told to|held back|kept out|so it is|otherwise than|definitions? of (?:a )?kinds?)\\b");

    /** A typewriter's apostrophe in a word, and a contraction where another sentence has the whole words. */
    private static final Pattern SLOPPY = Pattern
            .compile("(?<=[A-Za-z])'(?=[a-z])|(?i)\\b(?:can|is|are|does|has|was)n?[’']t\\b");

    private static final Pattern NEXT_SENTENCE = Pattern.compile("[.?!] (?=[A-Z0-9“])");
    /** Stands for a name, an amount or a command. */
    private static final String ARGUMENT = "X";
    private static final Pattern COMMAND_AT_END = Pattern
            .compile("(?:tessera|kubectl|helm|nvidia-smi)(?: [\\w./=<>-]+)+$" + "|--?[\\w-]+(?:[ =][\\w./<>-]+)?$|\\b"
                    + ARGUMENT + "$|7$|\\w+: \\w+$|…$");

    private static Map<Path, Properties> catalogs;
    private static JavaClasses product;
    private static List<JavaClass> reasons;

    @BeforeAll
    static void read() throws IOException {
        catalogs = new TreeMap<>();
        for (var root : List.of("app", "views", "services")) {
            try (Stream<Path> files = Files.walk(Path.of(root))) {
                for (var file : files.filter(path -> path.endsWith("messages.properties")).toList()) {
                    var catalog = new Properties();
                    catalog.load(new StringReader(Files.readString(file)));
                    catalogs.put(file, catalog);
                }
            }
        }
        product = new ClassFileImporter().withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("tessera");
        reasons = product.stream().filter(type -> type.isAssignableTo(Reason.class)
                && (type.isRecord() || type.isEnum()) && type.tryGetMethod("text").isEmpty()).toList();
    }

    private static List<String> sourcesBeside(Path catalog) throws IOException {
        try (Stream<Path> files = Files.list(catalog.getParent())) {
            var sources = new ArrayList<String>();
            for (var file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
                sources.add(COMMENT.matcher(Files.readString(file)).replaceAll(""));
            }
            return sources;
        }
    }

    /** Returns the keys under which entries of data beside a catalog have their sentences. */
    private static List<String> keysOfDataBeside(Path catalog) throws IOException {
        try (Stream<Path> files = Files.list(catalog.getParent())) {
            var keys = new ArrayList<String>();
            for (var file : files.filter(path -> path.toString().endsWith(".json")).toList()) {
                ID.matcher(Files.readString(file)).results().map(match -> match.group(1))
                        .forEach(id -> DATA_TEXTS.forEach(text -> keys.add(id + text)));
            }
            return keys;
        }
    }

    private static List<String> literalsOf(String source) {
        return LITERAL.matcher(source).results().map(match -> match.group(1) == null ? match.group(2) : match.group(1))
                .toList();
    }

    private static String packageOf(Path catalog) {
        return catalog.subpath(1, catalog.getNameCount() - 1).toString().replace('/', '.');
    }

    private static List<String> codesIn(String packageName) {
        return reasons.stream().filter(type -> type.getPackageName().equals(packageName))
                .flatMap(type -> type.isEnum()
                        ? Arrays.stream(type.reflect().getEnumConstants()).map(each -> ((Reason) each).code())
                        : Stream.of(type.getSimpleName()))
                .toList();
    }

    @Test
    void eachReasonHasASentenceThatNamesItsFieldsOnly() {
        var wrong = new TreeSet<String>();
        var sentences = catalogs.entrySet().stream()
                .collect(Collectors.toMap(entry -> packageOf(entry.getKey()), Map.Entry::getValue));
        for (var reason : reasons) {
            var catalog = sentences.getOrDefault(reason.getPackageName(), new Properties());
            var fields = reason.isRecord()
                    ? Arrays.stream(reason.reflect().getRecordComponents()).map(RecordComponent::getName).toList()
                    : List.<String>of();
            Stream.of("text", "code", "remedyText").filter(fields::contains)
                    .forEach(name -> wrong.add(reason.getName() + ": the field hides " + name + "() of a reason"));
            var codes = reason.isEnum()
                    ? Arrays.stream(reason.reflect().getEnumConstants()).map(each -> ((Reason) each).code()).toList()
                    : List.of(reason.getSimpleName());
            for (var code : codes) {
                var sentence = catalog.getProperty(code);
                if (sentence == null) {
                    wrong.add(reason.getPackageName() + ": no sentence for " + code);
                } else {
                    Stream.of(sentence, catalog.getProperty(code + ".remedy", ""))
                            .flatMap(text -> MessagePattern.parse(text).argumentNames())
                            .filter(name -> !fields.contains(name))
                            .forEach(name -> wrong.add(code + " has no field " + name));
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void eachSentenceIsToldAndEachThatIsToldIsThere() throws IOException {
        var wrong = new TreeSet<String>();
        for (var entry : catalogs.entrySet()) {
            var keys = entry.getValue().stringPropertyNames();
            var literals = new TreeSet<String>();
            codesIn(packageOf(entry.getKey())).forEach(code -> literals.addAll(List.of(code, code + ".remedy")));
            literals.addAll(keysOfDataBeside(entry.getKey()));
            for (var source : sourcesBeside(entry.getKey())) {
                literals.addAll(literalsOf(source));
                Stream.concat(TOLD.matcher(source).results(),
                        TITLE_KEY.matcher(source).find() ? TITLED.matcher(source).results() : Stream.empty())
                        .map(match -> match.group(1)).filter(key -> !keys.contains(key))
                        .forEach(key -> wrong.add(entry.getKey() + " lacks " + key));
                REMEDIED.matcher(source).results().forEach(match -> literals.add(match.group(1) + ".remedy"));
            }
            keys.stream().filter(key -> !literals.contains(key) && !HELP.matcher(key).matches())
                    .forEach(key -> wrong.add(entry.getKey() + ": nobody tells " + key));
        }
        assertThat(wrong).isEmpty();
    }

    /** A text in a static field stays in the language of its first telling. */
    @Test
    void noTextIsKeptInAStaticField() {
        assertThat(product.stream().flatMap(type -> type.getStaticInitializer().stream())
                .flatMap(initializer -> initializer.getMethodCallsFromSelf().stream())
                .filter(call -> !call.isDeclaredInLambda() && tellsText(call)).map(JavaMethodCall::getDescription))
                .isEmpty();
    }

    private static boolean tellsText(JavaMethodCall call) {
        var owner = call.getTargetOwner();
        return call.getName().equals("text")
                && (owner.isEquivalentTo(MessageCatalog.class) || owner.isAssignableTo(Reason.class));
    }

    @Test
    void noKeyStandsTwice() throws IOException {
        for (var catalog : catalogs.keySet()) {
            var keys = ENTRY.matcher(Files.readString(catalog)).results().map(match -> match.group(1)).toList();
            assertThat(keys).as(catalog.toString()).doesNotHaveDuplicates();
        }
    }

    @Test
    void eachSentenceIsTranslatedWithItsArguments() throws IOException {
        var wrong = new TreeSet<String>();
        for (var entry : catalogs.entrySet()) {
            var file = entry.getKey().resolveSibling("messages_de.properties");
            var german = new Properties();
            german.load(new StringReader(Files.readString(file)));
            assertThat(german.stringPropertyNames()).as(file.toString())
                    .containsExactlyInAnyOrderElementsOf(entry.getValue().stringPropertyNames());
            german.forEach((key, value) -> {
                var told = argumentsOf((String) value);
                var expected = argumentsOf(entry.getValue().getProperty((String) key));
                if (!told.equals(expected)) {
                    wrong.add("%s, %s: %s instead of %s".formatted(file, key, told, expected));
                }
                choicesOf((String) value).filter(
                        choice -> choicesOf(entry.getValue().getProperty((String) key)).noneMatch(choice::equals))
                        .forEach(choice -> wrong.add(file + ", " + key + ": " + choice));
            });
        }
        assertThat(wrong).isEmpty();
    }

    /** Returns the words among which a sentence chooses, without those of all choices. */
    private static Stream<String> choicesOf(String sentence) {
        return MessagePattern.parse(sentence).choices().filter(choice -> !choice.matches("\\w+ (?:none|other)"));
    }

    private static Set<String> argumentsOf(String sentence) {
        return MessagePattern.parse(sentence).argumentNames().collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void sentencesAreShortAndSpeakAsOperatorsDo() {
        var wrong = new ArrayList<String>();
        catalogs.forEach((file, catalog) -> catalog.forEach((key, value) -> {
            var text = (String) value;
            MessagePattern.parse(text);
            for (var refused : List.of(RIDDLE, SLOPPY)) {
                refused.matcher(text).results()
                        .forEach(match -> wrong.add("%s, %s: “%s”".formatted(file, key, match.group())));
            }
            for (var sentence : SENTENCE_END.splitAsStream(text).toList()) {
                if (WORD.matcher(sentence).results().count() > WORDS) {
                    wrong.add("%s, %s: %s".formatted(file, key, sentence));
                }
            }
        }));
        assertThat(wrong).isEmpty();
    }

    /**
     * A reason of one sentence has no full stop at its end, for it may go on; of several sentences each has one. Remedies are
     * whole sentences. A command is not followed by a full stop, as it would be copied with it.
     */
    @Test
    void reasonsAndRemediesEndAsSentencesDo() {
        var wrong = new TreeSet<String>();
        catalogs.forEach((file, catalog) -> codesIn(packageOf(file)).forEach(code -> {
            formsOf(catalog.getProperty(code, ""))
                    .filter(text -> NEXT_SENTENCE.matcher(text).find() != text.matches("(?s).*[.?]")).findFirst()
                    .ifPresent(text -> wrong.add("%s, %s: %s".formatted(file, code, text)));
            formsOf(catalog.getProperty(code + ".remedy", "")).filter(text -> !text.endsWith(".")).findFirst()
                    .ifPresent(text -> wrong.add("%s, %s.remedy: %s".formatted(file, code, text)));
        }));
        assertThat(wrong).isEmpty();
    }

    /** Returns what a sentence becomes with several kinds of arguments, unless it ends with a command or an argument. */
    private static Stream<String> formsOf(String sentence) {
        var pattern = MessagePattern.parse(sentence);
        return Stream.of(ARGUMENT, 7, List.of(ARGUMENT, ARGUMENT))
                .map(argument -> pattern.format(_ -> argument).strip())
                .filter(text -> !text.isEmpty() && !COMMAND_AT_END.matcher(text).find()).distinct();
    }

    /** The packages whose sentences all stand in their catalog are named in a file beside this test. */
    @Test
    void packagesWithACatalogOfAllTheirSentencesKeepNoneInCode() throws IOException {
        List<String> packages;
        try (var resource = MessageCatalogTest.class.getResourceAsStream("packages-without-prose.txt")) {
            packages = new String(resource.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
        var wrong = new TreeSet<String>();
        for (var catalog : catalogs.keySet()) {
            if (packages.contains(packageOf(catalog))) {
                for (var source : sourcesBeside(catalog)) {
                    literalsOf(source).stream()
                            .filter(text -> !REGEX.matcher(text).find() && WORD.matcher(text).results().count() > 2)
                            .forEach(text -> wrong.add(packageOf(catalog) + ": " + text));
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(packages).isSorted()
                .allSatisfy(name -> assertThat(catalogs.keySet()).anyMatch(file -> packageOf(file).equals(name)));
    }
}
