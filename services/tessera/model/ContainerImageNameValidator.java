package tessera.model;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import tessera.text.TextExcerpt;

/** Names of images as container runtimes read them: a registry, a path, and a tag or a digest. */
public final class ContainerImageNameValidator {

    private static final Pattern SCHEME = Pattern.compile("^[a-z]+://");
    private static final Pattern HOST = Pattern
            .compile("[A-Za-z0-9]++(?:-++[A-Za-z0-9]++)*+(?:\\.[A-Za-z0-9]++(?:-++[A-Za-z0-9]++)*+)*+(:\\d+)?"
                    + "|\\[[0-9A-Fa-f:]+](:\\d+)?");
    private static final Pattern PART = Pattern.compile("[a-z0-9]++(?:(?:\\.|__?+|-++)[a-z0-9]++)*+");
    private static final Pattern TAG = Pattern.compile("\\w[\\w.-]{0,127}");
    private static final Pattern DIGEST = Pattern
            .compile("sha256:[0-9a-f]{64}|(?!sha256:)[a-z0-9+._-]+:[0-9a-fA-F]{32,}");
    /** What a runtime takes for the identifier of an image. */
    private static final Pattern IDENTIFIER = Pattern.compile("[0-9a-f]{64}");
    private static final int LONGEST = 255;

    private ContainerImageNameValidator() {}

    /** Returns the reason why no runtime can parse it, in a sentence without a full stop; empty where it is valid. */
    public static Optional<String> problemText(String name) {
        return findFault(name).map(ImageNameProblem::text);
    }

    private static Optional<ImageNameProblem> findFault(String name) {
        if (SCHEME.matcher(name).find()) {
            return Optional.of(new ImageNameProblem.ImageNameWithScheme(name.substring(0, name.indexOf("//") + 2)));
        }
        if (IDENTIFIER.matcher(name).matches()) {
            return Optional.of(new ImageNameProblem.ImageNameIsIdentifier());
        }
        int at = name.indexOf('@');
        if (at >= 0 && !DIGEST.matcher(name.substring(at + 1)).matches()) {
            return Optional.of(new ImageNameProblem.ImageDigestInvalid());
        }
        var tagged = TextExcerpt.beforeFirst(name, "@");
        int colon = tagged.lastIndexOf(':');
        boolean tag = colon > tagged.lastIndexOf('/');
        if (tag && !TAG.matcher(tagged.substring(colon + 1)).matches()) {
            return Optional.of(new ImageNameProblem.ImageTagInvalid());
        }
        return pathProblem(tag ? tagged.substring(0, colon) : tagged);
    }

    private static Optional<ImageNameProblem> pathProblem(String path) {
        int slash = path.indexOf('/');
        var first = slash < 0 ? "" : path.substring(0, slash);
        boolean host = first.matches("[^.:]*+[.:](?s:.*)") || first.equals("localhost")
                || (hasCapitals(first) && HOST.matcher(first).matches());
        if (host && !HOST.matcher(first).matches()) {
            return Optional.of(new ImageNameProblem.ImageRegistryInvalid(first));
        }
        var rest = host ? path.substring(slash + 1) : path;
        if (rest.length() > LONGEST) {
            return Optional.of(new ImageNameProblem.ImagePathTooLong(rest.length(), LONGEST));
        }
        for (var part : rest.split("/", -1)) {
            if (!PART.matcher(part).matches()) {
                return Optional.of(pathPartFault(part));
            }
        }
        return Optional.empty();
    }

    private static ImageNameProblem pathPartFault(String part) {
        if (PART.matcher(part.toLowerCase(Locale.ROOT)).matches()) {
            return new ImageNameProblem.ImagePathWithCapitals(part);
        }
        if (part.isEmpty()) {
            return new ImageNameProblem.ImagePathPartEmpty();
        }
        return new ImageNameProblem.ImagePathPartInvalid(part);
    }

    /** Returns the first part, where it is parsed as a registry only because of its capital letters; empty where it is not. */
    public static Optional<String> registryByCapitals(String name) {
        int slash = name.indexOf('/');
        return Optional.of(name.substring(0, Math.max(0, slash)))
                .filter(first -> hasCapitals(first) && !first.matches("[^.:]*+[.:](?s:.*)"));
    }

    private static boolean hasCapitals(String part) {
        return !part.equals(part.toLowerCase(Locale.ROOT));
    }

    /** Returns the probable intention of a name that is invalid or parsed otherwise; empty where that is not known. */
    public static Optional<String> suggestName(String name) {
        var bare = SCHEME.matcher(name.strip()).replaceFirst("");
        int slash = bare.indexOf('/');
        int host = slash > 0 && bare.substring(0, slash).matches("[^.:]*+[.:](?s:.*)") ? slash : 0;
        int end = TextExcerpt.beforeFirst(bare, "@").length();
        int colon = bare.lastIndexOf(':', end - 1);
        int tag = colon > bare.lastIndexOf('/', end - 1) ? colon : end;
        var meant = bare.substring(0, host) + bare.substring(host, tag).toLowerCase(Locale.ROOT) + bare.substring(tag);
        if (meant.equals(name)) {
            return Optional.empty();
        }
        return Optional.of(meant).filter(each -> problemText(each).isEmpty());
    }
}
