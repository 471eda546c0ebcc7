package tessera;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
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
        var compiler = ToolProvider.getSystemJavaCompiler();
        try (var files = compiler.getStandardFileManager(null, null, null)) {
            var task = (JavacTask) compiler.getTask(null, files, null, List.of("-proc:none"), null,
                    files.getJavaFileObjectsFromPaths(sources));
            var measure = new MethodMeasure(Trees.instance(task).getSourcePositions());
            for (var unit : task.parse()) {
                measure.scan(unit, null);
            }
            assertThat(measure.breaches).isEmpty();
        }
    }

    /** Collects the methods that break a ceiling. Record components are no parameters. */
    private static final class MethodMeasure extends TreePathScanner<Void, Void> {

        private final SourcePositions positions;
        private final List<String> breaches = new ArrayList<>();

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

        private static String where(CompilationUnitTree unit, MethodTree method) {
            return Path.of(unit.getSourceFile().toUri()).getFileName() + " " + method.getName();
        }
    }
}
