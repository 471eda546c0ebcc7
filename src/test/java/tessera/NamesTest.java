package tessera;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What types are called: a stranger knows from the name alone what a thing is. */
class NamesTest {

    private static final Pattern WORD = Pattern.compile("[A-Z]+(?![a-z])|[A-Z][a-z0-9]*");
    private static final Pattern PARTICIPLE = Pattern.compile("(?:[A-Z][a-z]+(?:ed|ing|en)|Told|Said|Shown|Known|Kept"
            + "|Held|Made|Left|Lost|Found|Sought|Meant|Gone|Done|Drawn|Seen|Lent|Put|Cut|Set)s?");
    /** Terms of the field, and of every Java program. */
    private static final Set<String> TERMS = Set.of("Alert", "Kubeconfig", "Main", "Problem", "Quantity", "Reason",
            "Settings", "Sparkline", "Taint", "Toleration", "Xid");
    /** Names of nested types that say enough beside the name of the type around them. */
    private static final Set<String> CONVENTIONAL = Set.of("Builder", "Kind", "Row", "State");

    /** Words that say that something is said or wanted, and not what. */
    private static final Set<String> RIDDLES = Set.of("words", "told", "said", "shown", "known", "kept", "held",
            "wanted", "asked", "refused", "meant", "found", "given", "over", "apart", "again", "together", "beside");

    /** Records whose components are the keys of a file. */
    private static final Set<String> DATA = Set.of("SimulatedRecurringUserAction");

    private static List<JavaClass> types;

    @BeforeAll
    static void read() {
        types = new ClassFileImporter().withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("tessera").stream().filter(type -> !type.isAnonymousClass() && !type.isLocalClass()
                        && !type.getSimpleName().equals("package-info"))
                .toList();
    }

    private static Set<String> where(Predicate<JavaClass> wrong) {
        return types.stream().filter(wrong).map(JavaClass::getName).collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void noTypeIsCalledByAParticiple() {
        assertThat(where(
                type -> PARTICIPLE.matcher(type.getSimpleName()).matches() && !TERMS.contains(type.getSimpleName())))
                .as("because a participle lacks the noun: what is it that was told, held or found?").isEmpty();
    }

    @Test
    void oneWordIsEnoughForTermsOfTheFieldAlone() {
        assertThat(where(type -> type.isTopLevelClass() && WORD.matcher(type.getSimpleName()).matches()
                && !TERMS.contains(type.getSimpleName())))
                .as("because one word says what a thing is only where Kubernetes or NVIDIA have the same word")
                .isEmpty();
    }

    @Test
    void noTwoTypesHaveTheSameName() {
        var names = new TreeMap<String, Set<String>>();
        types.forEach(type -> names.computeIfAbsent(type.getSimpleName(), _ -> new TreeSet<>()).add(type.getName()));
        assertThat(names.entrySet().stream()
                .filter(each -> each.getValue().size() > 1 && !CONVENTIONAL.contains(each.getKey())).toList())
                .as("because a name that means two things has to be looked up each time").isEmpty();
    }

    private static Set<String> methodsWhere(Predicate<JavaMethod> wrong) {
        return types.stream().flatMap(type -> type.getMethods().stream())
                .filter(method -> !method.getModifiers().contains(JavaModifier.SYNTHETIC)
                        && !method.getName().contains("$"))
                .filter(wrong).map(JavaMethod::getFullName).collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void noMethodIsCalledByARiddle() {
        assertThat(methodsWhere(
                method -> RIDDLES.contains(method.getName()) && !DATA.contains(method.getOwner().getSimpleName())))
                .as("because a method is called by what it does or returns, and not by the manner of it").isEmpty();
    }

    @Test
    void ofIsAFactoryOfItsOwnType() {
        assertThat(methodsWhere(
                method -> method.getName().equals("of") && method.getReturnType().getAllInvolvedRawTypes().stream()
                        .noneMatch(type -> method.getOwner().isAssignableTo(type.getName())
                                || type.isAssignableTo(method.getOwner().getName()))))
                .as("because of() is known for making one of its own type").isEmpty();
    }
}
