package tessera;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a regular expression of the product costs at worst. Texts of others may be made to cost most, so nothing may
 * cost more than in proportion to a text's length. Looks at characters are counted, not time.
 */
class PatternCostTest {

    private static final int SHORT = 1_024;
    private static final int LONG = 4 * SHORT;
    private static final int WHOLE = 65_536;

    /** How often each character may be looked at; what is dearer on a long text than on a short one is too dear. */
    private static final int LOOKS = 40;
    private static final int MOST_LOOKS = 600;

    private static final String PATTERN = "Ljava/util/regex/Pattern;";
    private static final Set<String> REGEX = Set.of("matches", "replaceAll", "replaceFirst", "split");
    private static final Set<String> FROM_THE_START = Set.of("matches", "lookingAt", "asMatchPredicate");
    private static final Set<String> ANYWHERE = Set.of("find", "replaceAll", "replaceFirst", "results", "split",
            "asPredicate", "splitAsStream", "splitWithDelimiters");

    /** An expression, where it stands, and whether it is sought anywhere in a text. */
    private record Used(String where, Pattern pattern, boolean anywhere) {}

    /** A text that counts how often it is looked at. */
    private static final class Watched implements CharSequence {

        private final String text;
        private final long maximum;
        private long looks;

        Watched(String text, long maximum) {
            this.text = text;
            this.maximum = maximum;
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public char charAt(int index) {
            if (++looks > maximum) {
                throw new TooDear();
            }
            return text.charAt(index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return text.substring(start, end);
        }
    }

    private static final class TooDear extends RuntimeException {
        private static final long serialVersionUID = 1;

        TooDear() {
            super("", null, false, false);
        }
    }

    @Test
    void noExpressionCostsMoreThanInProportionToAText() throws IOException {
        var dear = new TreeMap<String, String>();
        var all = used();
        assertThat(all).hasSizeGreaterThan(300);
        var seen = new HashSet<String>();
        for (var each : all) {
            if (!seen.add(each.pattern().pattern() + each.pattern().flags() + each.anywhere())) {
                continue;
            }
            worst(each).ifPresent(reason -> dear.put(each.where() + "  " + each.pattern().pattern(), reason));
        }
        assertThat(dear.entrySet().stream().map(each -> each.getKey() + "\n      " + each.getValue()))
                .as("%d of %d expressions", dear.size(), all.size()).isEmpty();
    }

    private static Optional<String> worst(Used used) {
        WorstTexts.Shape worst = null;
        long maximum = -1;
        for (var shape : WorstTexts.of(used.pattern())) {
            long looks = looks(used, shape.text(LONG), LONG * (long) MOST_LOOKS);
            if (looks > LOOKS * (long) LONG && looks > 6 * looks(used, shape.text(SHORT), Long.MAX_VALUE)) {
                return Optional.of(looks + " looks at " + LONG + " characters like " + shown(shape));
            }
            if (looks > maximum) {
                maximum = looks;
                worst = shape;
            }
        }
        return worst == null || looks(used, worst.text(WHOLE), WHOLE * (long) MOST_LOOKS) != Long.MAX_VALUE
                ? Optional.empty()
                : Optional.of("too many looks at " + WHOLE + " characters like " + shown(worst));
    }

    private static String shown(WorstTexts.Shape shape) {
        return (shape.before() + "‹" + shape.again() + "›" + shape.after()).replace("\n", "\\n").replace("\u0001",
                "\\x01");
    }

    private static long looks(Used used, String text, long maximum) {
        var watched = new Watched(text, maximum);
        try {
            var matcher = used.pattern().matcher(watched);
            if (used.anywhere()) {
                while (matcher.find()) {
                    watched.looks++;
                }
            } else {
                matcher.matches();
                matcher.reset().lookingAt();
            }
            return watched.looks;
        } catch (TooDear | StackOverflowError _) {
            return Long.MAX_VALUE;
        }
    }

    private static List<Used> used() throws IOException {
        var found = new ArrayList<Used>();
        var sought = new HashMap<String, Boolean>();
        var holders = new TreeSet<String>();
        for (var file : classes()) {
            var model = ClassFile.of().parse(file);
            var name = model.thisClass().asInternalName().replace('/', '.');
            if (Files.readString(file, java.nio.charset.StandardCharsets.ISO_8859_1)
                    .contains("java/util/regex/Pattern")) {
                holders.add(name);
            }
            model.methods().forEach(method -> method.code().ifPresent(code -> look(name, method, code, found, sought)));
        }
        holders.forEach(name -> fields(name, found, sought));
        return found;
    }

    private static List<Path> classes() throws IOException {
        try (var files = Files.walk(Path.of("target", "classes", "tessera"))) {
            return files.filter(file -> file.toString().endsWith(".class")).toList();
        }
    }

    /** What a method writes where it uses it, and how it uses what it wrote elsewhere. */
    private static void look(String name, MethodModel method, CodeModel code, List<Used> found,
            Map<String, Boolean> sought) {
        var read = new ArrayDeque<String>();
        var kept = new HashMap<Integer, String>();
        var texts = new ArrayList<String>();
        var matched = "";
        for (CodeElement element : code) {
            switch (element) {
                case ConstantInstruction constant when constant.constantValue() instanceof String text ->
                    texts.add(text);
                case FieldInstruction field when field.opcode() == Opcode.GETSTATIC
                        && field.type().stringValue().equals(PATTERN) ->
                    read.push(field.owner().asInternalName().replace('/', '.') + "." + field.name());
                case StoreInstruction store -> kept.put(store.slot(), matched);
                case LoadInstruction load -> matched = kept.getOrDefault(load.slot(), matched);
                case InvokeInstruction call -> {
                    if (!method.methodName().equalsString("<clinit>")) {
                        literal(name, call, texts).ifPresent(found::add);
                    }
                    matched = called(call, read, matched, name, sought);
                }
                default -> {}
            }
        }
    }

    /** Notes how an expression is used, and returns the one that a matcher is of. */
    private static String called(InvokeInstruction call, Deque<String> read, String matched, String name,
            Map<String, Boolean> sought) {
        var method = call.name().stringValue();
        boolean pattern = call.owner().asInternalName().equals("java/util/regex/Pattern");
        boolean matcher = call.owner().asInternalName().equals("java/util/regex/Matcher");
        if (pattern && method.equals("matcher")) {
            return read.isEmpty() ? "" : read.pop();
        }
        if ((pattern || matcher) && (ANYWHERE.contains(method) || FROM_THE_START.contains(method))) {
            boolean anywhere = ANYWHERE.contains(method);
            sought.merge(matcher || read.isEmpty() ? matched : read.pop(), anywhere, Boolean::logicalOr);
            sought.merge(file(name), anywhere, Boolean::logicalOr);
        }
        return matched;
    }

    /** What is handed on is used in the same file, or else it may be used in any way. */
    private static boolean anywhere(String field, String name, Map<String, Boolean> sought) {
        return sought.getOrDefault(field, sought.getOrDefault(file(name), true));
    }

    private static String file(String name) {
        int inner = name.indexOf('$');
        return inner < 0 ? name : name.substring(0, inner);
    }

    private static Optional<Used> literal(String name, InvokeInstruction call, List<String> texts) {
        var method = call.name().stringValue();
        boolean string = call.owner().asInternalName().equals("java/lang/String") && REGEX.contains(method);
        boolean compiled = call.owner().asInternalName().equals("java/util/regex/Pattern") && method.equals("compile");
        boolean two = method.startsWith("replace");
        if ((!string && !compiled) || texts.size() < (two ? 2 : 1)) {
            return Optional.empty();
        }
        return expression(texts.get(texts.size() - (two ? 2 : 1)))
                .map(pattern -> new Used(name, pattern, !method.equals("matches")));
    }

    private static Optional<Pattern> expression(String text) {
        try {
            return Optional.of(Pattern.compile(text));
        } catch (PatternSyntaxException _) {
            return Optional.empty();
        }
    }

    private static void fields(String name, List<Used> found, Map<String, Boolean> sought) {
        try {
            var type = Class.forName(name);
            for (var field : type.getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers())) {
                    field.setAccessible(true);
                    var where = name + "." + field.getName();
                    patterns(field.get(null), 0, new IdentityHashMap<>())
                            .forEach(pattern -> found.add(new Used(where, pattern, anywhere(where, name, sought))));
                }
            }
        } catch (ReflectiveOperationException | LinkageError | RuntimeException e) {
            System.err.println(name + " " + e);
        }
    }

    private static List<Pattern> patterns(Object value, int depth, Map<Object, Object> seen)
            throws IllegalAccessException {
        if (value == null || depth > 6 || seen.put(value, value) != null) {
            return List.of();
        }
        var found = new ArrayList<Pattern>();
        switch (value) {
            case Pattern pattern -> found.add(pattern);
            case Iterable<?> several -> {
                for (var each : several) {
                    found.addAll(patterns(each, depth + 1, seen));
                }
            }
            case Map<?, ?> map -> {
                found.addAll(patterns(map.keySet(), depth + 1, seen));
                found.addAll(patterns(map.values(), depth + 1, seen));
            }
            case Object other when other.getClass().getName().startsWith("tessera.") -> {
                for (Field field : other.getClass().getDeclaredFields()) {
                    if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
                        field.setAccessible(true);
                        found.addAll(patterns(field.get(other), depth + 1, seen));
                    }
                }
            }
            default -> {}
        }
        return found;
    }
}
