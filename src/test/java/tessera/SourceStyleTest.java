package tessera;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.ThrowTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Ceilings that keep the sources readable. */
class SourceStyleTest {

    private static final int FILE_LINES = 500;
    private static final int METHOD_LINES = 40;
    private static final int PARAMETERS = 5;
    private static final Pattern IMPORT = Pattern.compile("(?m)^import (?:static )?[\\w.]*\\.(\\w+);$");

    private static List<Path> sources;

    @BeforeAll
    static void findSources() throws IOException {
        var found = new ArrayList<Path>();
        for (var root : List.of("app", "views", "services")) {
            try (Stream<Path> files = Files.walk(Path.of(root))) {
                files.filter(file -> file.toString().endsWith(".java")).forEach(found::add);
            }
        }
        sources = List.copyOf(found);
    }

    @Test
    void everyPackageIsNullMarked() throws IOException {
        var unmarked = new ArrayList<Path>();
        for (var folder : sources.stream().map(Path::getParent).distinct().toList()) {
            var info = folder.resolve("package-info.java");
            if (!Files.exists(info) || !Files.readString(info).contains("@NullMarked")) {
                unmarked.add(folder);
            }
        }
        assertThat(unmarked).isEmpty();
    }

    @Test
    void noFileIsLongerThanAFewScreens() throws IOException {
        var tooLong = new ArrayList<String>();
        for (var source : sources) {
            long lines = Files.readString(source).lines().count();
            if (lines > FILE_LINES) {
                tooLong.add(source + ": " + lines + " lines");
            }
        }
        assertThat(tooLong).isEmpty();
    }

    @Test
    void nothingIsImportedForNothing() throws IOException {
        var all = new ArrayList<>(sources);
        try (Stream<Path> tests = Files.walk(Path.of("src", "test", "java"))) {
            tests.filter(file -> file.toString().endsWith(".java")).forEach(all::add);
        }
        var idle = new ArrayList<String>();
        for (var source : all) {
            var text = Files.readString(source);
            var imported = IMPORT.matcher(text).results().map(found -> found.group(1)).toList();
            var words = new HashSet<>(List.of(IMPORT.matcher(text).replaceAll("").split("\\W+", -1)));
            imported.stream().filter(name -> !words.contains(name)).forEach(name -> idle.add(source + ": " + name));
        }
        assertThat(idle).isEmpty();
    }

    @Test
    void noMethodIsLongerThanAScreenOrTakesTooManyParameters() throws IOException {
        assertThat(breaches(MethodMeasure::new)).isEmpty();
    }

    @Test
    void methodsThatReturnSentencesAreCalledByThem() throws IOException {
        assertThat(breaches(_ -> new SentenceMethods()))
                .as("because a caller sees from the name that it gets text for people, and never decides on it")
                .isEmpty();
    }

    private static List<String> breaches(Function<SourcePositions, MethodScanner> scanner) throws IOException {
        var compiler = ToolProvider.getSystemJavaCompiler();
        try (var files = compiler.getStandardFileManager(null, null, null)) {
            var task = (JavacTask) compiler.getTask(null, files, null, List.of("-proc:none"), null,
                    files.getJavaFileObjectsFromPaths(sources));
            var methods = scanner.apply(Trees.instance(task).getSourcePositions());
            for (var unit : task.parse()) {
                methods.scan(unit, null);
            }
            return methods.breaches;
        }
    }

    private abstract static class MethodScanner extends TreePathScanner<Void, Void> {

        final List<String> breaches = new ArrayList<>();

        static String where(CompilationUnitTree unit, MethodTree method) {
            return Path.of(unit.getSourceFile().toUri()).getFileName() + " " + method.getName();
        }
    }

    /** Collects the methods that return a sentence and are called by something else. */
    private static final class SentenceMethods extends MethodScanner {

        private static final Pattern SENTENCE = Pattern.compile(".*\\p{L}{2,},? \\p{L}{2,},? \\p{L}{2,}.*",
                Pattern.DOTALL);
        private static final Pattern TEXT = Pattern.compile("(?i).*(?:text|label|name|message|title|heading|headline"
                + "|reason|hint|warning|problem|expression|command|commandLine)|toString|getMessage|toMarkdown");

        @Override
        public Void visitMethod(MethodTree method, Void ignored) {
            if (method.getReturnType() != null && method.getReturnType().toString().equals("String")
                    && method.getBody() != null && !TEXT.matcher(method.getName()).matches()
                    && returnsSentence(method.getBody())) {
                breaches.add(where(getCurrentPath().getCompilationUnit(), method));
            }
            return super.visitMethod(method, null);
        }

        private static boolean returnsSentence(Tree body) {
            return Boolean.TRUE.equals(new TreeScanner<Boolean, Boolean>() {
                @Override
                public Boolean visitReturn(ReturnTree node, Boolean ignored) {
                    return super.visitReturn(node, true);
                }

                @Override
                public Boolean visitLambdaExpression(LambdaExpressionTree node, Boolean returned) {
                    return super.visitLambdaExpression(node, false);
                }

                @Override
                public Boolean visitThrow(ThrowTree node, Boolean ignored) {
                    return super.visitThrow(node, false);
                }

                @Override
                public Boolean visitMethodInvocation(MethodInvocationTree node, Boolean returned) {
                    return reduce(scan(node.getMethodSelect(), returned), scan(node.getArguments(), false));
                }

                @Override
                public Boolean visitLiteral(LiteralTree node, Boolean returned) {
                    return Boolean.TRUE.equals(returned) && node.getValue() instanceof String text
                            && SENTENCE.matcher(text).matches();
                }

                @Override
                public Boolean reduce(Boolean one, Boolean other) {
                    return Boolean.TRUE.equals(one) || Boolean.TRUE.equals(other);
                }
            }.scan(body, false));
        }
    }

    /** Collects the methods that break a ceiling. Record components are no parameters. */
    private static final class MethodMeasure extends MethodScanner {

        private final SourcePositions positions;

        MethodMeasure(SourcePositions positions) {
            this.positions = positions;
        }

        @Override
        public Void visitMethod(MethodTree method, Void ignored) {
            var unit = getCurrentPath().getCompilationUnit();
            long lines = line(unit, positions.getEndPosition(unit, method))
                    - line(unit, positions.getStartPosition(unit, method)) + 1;
            if (lines > METHOD_LINES) {
                breaches.add(where(unit, method) + ": " + lines + " lines");
            }
            if (method.getParameters().size() > PARAMETERS && !ofARecord(method)) {
                breaches.add(where(unit, method) + ": " + method.getParameters().size() + " parameters");
            }
            return super.visitMethod(method, null);
        }

        private boolean ofARecord(MethodTree method) {
            return method.getName().contentEquals("<init>")
                    && getCurrentPath().getParentPath().getLeaf().getKind() == Tree.Kind.RECORD;
        }

        private static long line(CompilationUnitTree unit, long position) {
            return unit.getLineMap().getLineNumber(position);
        }
    }
}
