package tessera.launch;

import java.util.List;
import tessera.text.Reason;

/** The reason why a file of the user is no valid template. */
sealed interface TemplateFileProblem extends Reason {

    record TemplateNameTaken() implements TemplateFileProblem {}

    record TemplateFileNameInvalid() implements TemplateFileProblem {}

    record TemplateFolderUnreadable(String problem) implements TemplateFileProblem {}

    record TemplatePathNotAFile() implements TemplateFileProblem {}

    record TemplateFileTooLarge(int kibibytes) implements TemplateFileProblem {}

    record TemplateFileNotUtf8() implements TemplateFileProblem {}

    record TemplateFileUnreadable(String problem) implements TemplateFileProblem {}

    record TemplateSeparatorMissing() implements TemplateFileProblem {}

    record TemplateKindInvalid(String custom) implements TemplateFileProblem {}

    record TemplateHeadMalformed(int line, String problem) implements TemplateFileProblem {}

    record TemplateHeadNotAMap() implements TemplateFileProblem {}

    record TemplateParametersNotAMap() implements TemplateFileProblem {}

    /**
     * A key that workload templates do not have.
     *
     * @param parameter the parameter that has the key; empty for the head
     */
    record TemplateKeyUnknown(String parameter, String key, List<String> accepted) implements TemplateFileProblem {}

    record TemplateParameterNameInvalid(String parameter) implements TemplateFileProblem {}

    record TemplateParameterUndefined(String parameter) implements TemplateFileProblem {}

    record TemplateParameterTypeUnknown(String parameter, String type,
            List<String> accepted) implements TemplateFileProblem {}

    record TemplateDefaultInvalid(String problem) implements TemplateFileProblem {}

    record TemplatePlaceholderUnfilled(String problem) implements TemplateFileProblem {}

    record TemplateManifestMalformed(int line, String problem) implements TemplateFileProblem {}

    record TemplateManifestEmpty() implements TemplateFileProblem {}
}
